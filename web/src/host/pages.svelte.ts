/** A list that comes page by page: what was asked for last is what is shown. */
export class Pages<T> {
  list = $state.raw<readonly T[]>([]);
  next = $state.raw<string | undefined>();
  loaded = $state(false);
  #asked = 0;

  constructor(private readonly ask: (before: string | undefined) => Promise<[T[], string | undefined]>) {}

  /** Begins anew. */
  load = async (): Promise<void> => {
    const asked = ++this.#asked;
    const [list, next] = await this.ask(undefined);
    if (asked === this.#asked) [this.list, this.next, this.loaded] = [list, next, true];
  };

  /** Adds the next page. */
  more = async (): Promise<void> => {
    const asked = ++this.#asked;
    const [list, next] = await this.ask(this.next);
    if (asked === this.#asked) [this.list, this.next] = [[...this.list, ...list], next];
  };
}
