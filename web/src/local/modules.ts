/**
 * The WebAssembly modules that the page was built with (`crates/wasm`): one that plays, and one that also reviews,
 * which comes only when somebody asks for a review.
 */
const found = import.meta.glob<string>('../../engine/*.wasm', { query: '?url', import: 'default', eager: true });

export type ModuleName = 'quipu' | 'review';

const urlOf = (name: ModuleName): string | undefined => found[`../../engine/${name}.wasm`];
const codes = new Map<ModuleName, Promise<WebAssembly.Module>>();

/** Whether a module can be had here. */
export const canLoad = (name: ModuleName): boolean => urlOf(name) !== undefined && typeof WebAssembly === 'object';

async function load(name: ModuleName): Promise<WebAssembly.Module> {
  const url = urlOf(name);
  if (!url) throw new Error('this page was built without the module');
  const answer = await fetch(url, { credentials: 'same-origin' });
  if (!answer.ok) throw new Error(`the module cannot be had: ${answer.status}`);
  // A host that does not know the type of the file gets it compiled after it has come.
  return answer.headers.get('content-type')?.startsWith('application/wasm')
    ? WebAssembly.compileStreaming(answer)
    : WebAssembly.compile(await answer.arrayBuffer());
}

/** A module, fetched and compiled once, while it comes. */
export function compiled(name: ModuleName): Promise<WebAssembly.Module> {
  const known = codes.get(name) ?? load(name);
  codes.set(name, known);
  known.catch(() => codes.delete(name));
  return known;
}
