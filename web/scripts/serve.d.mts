/** Serves a folder at a path; see `serve.mjs`. */
export function serve(
  folder: string,
  port?: number,
  path?: string,
  bare?: boolean,
): Promise<{ url: string; close(): void }>;
