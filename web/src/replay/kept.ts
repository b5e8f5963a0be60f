/** The record that was read last from a file, so that links to its steps and a reload find it again in this tab. */
const KEY = 'quipu.record';

export function keepRecord(text: string): void {
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    // A browser that keeps nothing, or not that much: then the file is chosen again.
  }
}

export function keptRecord(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
