/** Where the page comes from: a server of Quipu, or a folder of files on any web host, which plays here alone. */
export const isSite: boolean = !!globalThis.document?.querySelector('meta[name="quipu-site"]');

/** The address of the folder that the page lies in. */
export const home = (): string =>
  isSite ? location.href.split(/[?#]/)[0]!.replace(/[^/]*$/, '') : `${location.origin}/`;
