declare module 'virtual:covers/*' {
  const words: Record<string, Record<string, string>>;
  export default words;
}
