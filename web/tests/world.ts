/** A world in which time stands still until a test lets it go on. */
import type { SocketLike, World } from '../src/net/link';
import { PROTOCOL, type ToClient, type ToServer } from '../src/generated/protocol';

export class FakeSocket implements SocketLike {
  sent: ToServer[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ToServer);
  }
  close(): void {
    this.closed = true;
  }
  /** The server says something. */
  says(message: ToClient): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  welcome(protocol = PROTOCOL): void {
    this.says({ t: 'welcome', me: { id: 'p1', name: 'Ada', guest: true }, protocol, server: 'test', now: 1000 });
  }
  drop(): void {
    this.onclose?.();
  }
}

export class FakeWorld implements World {
  sockets: FakeSocket[] = [];
  time = 0;
  #timers: { id: number; at: number; work: () => void }[] = [];
  #next = 1;
  open = (): SocketLike => {
    const socket = new FakeSocket();
    this.sockets.push(socket);
    return socket;
  };
  later = (work: () => void, ms: number): unknown => {
    const id = this.#next++;
    this.#timers.push({ id, at: this.time + ms, work });
    return id;
  };
  cancel = (timer: unknown): void => {
    this.#timers = this.#timers.filter(({ id }) => id !== timer);
  };
  random = (): number => 1;
  now = (): number => this.time;
  id = (): string => `id${this.#next++}`;
  get socket(): FakeSocket {
    return this.sockets.at(-1)!;
  }
  pass(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const due = this.#timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at || a.id - b.id)[0];
      if (!due) break;
      this.#timers = this.#timers.filter((one) => one !== due);
      this.time = due.at;
      due.work();
    }
    this.time = end;
  }
}
