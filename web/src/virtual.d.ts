declare module 'virtual:games' {
  /** The games of the WebAssembly module; nothing where the page is built without it. */
  const games: import('./generated/protocol').GameInfo[] | null;
  export default games;
}
declare module 'virtual:covers/*' {
  const words: Record<string, Record<string, string>>;
  export default words;
}
