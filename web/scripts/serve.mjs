/** Serves a folder of files at a path of its own, as a host of pages does: `node scripts/serve.mjs FOLDER [PORT]`. */
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const KINDS = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/**
 * A plain file server: no page but those that are files. A bare one knows the types of old and sends nothing packed, as
 * the simplest servers do.
 */
export function serve(folder, port = 0, path = '/quipu/', bare = false) {
  const kindOf = (file) => (bare && /\.(wasm|webmanifest)$/.test(file) ? undefined : KINDS[extname(file)]);
  const server = createServer((request, response) => {
    const asked = decodeURIComponent(new URL(request.url ?? '/', 'http://here').pathname);
    const inside = asked.startsWith(path) ? normalize(asked.slice(path.length - 1)) : null;
    let file = inside && join(folder, inside);
    if (file && existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html');
    if (!file || !existsSync(file)) return void response.writeHead(404).end('there is no such file\n');
    const packed = !bare && /\bbr\b/.test(request.headers['accept-encoding'] ?? '') && existsSync(`${file}.br`);
    response.writeHead(200, {
      'content-type': kindOf(file) ?? 'application/octet-stream',
      'cache-control': file.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(packed ? { 'content-encoding': 'br' } : {}),
    });
    createReadStream(packed ? `${file}.br` : file).pipe(response);
  });
  return new Promise((resolve) =>
    server.listen(port, '127.0.0.1', () =>
      resolve({ url: `http://127.0.0.1:${server.address().port}${path}`, close: () => server.close() }),
    ),
  );
}

if (import.meta.main ?? process.argv[1]?.endsWith('serve.mjs')) {
  const [folder, port = '7780'] = process.argv.slice(2);
  const { url } = await serve(folder, Number(port));
  console.log(`Quipu without a server: ${url}`);
}
