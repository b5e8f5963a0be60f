/** The real server, on a free port and with a folder of its own; it can be killed and started again. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The binary `quipu`. */
export const BINARY = process.env['QUIPU_BIN'] ?? fileURLToPath(new URL('../../target/release/quipu', import.meta.url));

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

export class Server {
  #process: ChildProcess | null = null;
  #data = mkdtempSync(join(tmpdir(), 'quipu-e2e-'));
  #said = '';
  private constructor(readonly port: number) {}

  static async begin(): Promise<Server> {
    const server = new Server(await freePort());
    await server.start();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    // Tests make tables and guests faster than people do.
    const flags = ['serve', '--listen', `127.0.0.1:${this.port}`, '--data', this.#data];
    const env = {
      ...process.env,
      QUIPU_REQUESTS_PER_SECOND: '1000',
      QUIPU_GUESTS_PER_MINUTE: '10000',
      QUIPU_MESSAGES_PER_SECOND: '1000',
      QUIPU_TABLES_PER_GUEST: '1000',
      QUIPU_BOT_MILLIS: '40',
      // A push service of a test is on this machine.
      QUIPU_PRIVATE_WEBHOOKS: 'true',
    };
    const child = spawn(BINARY, flags, { stdio: ['ignore', 'pipe', 'pipe'], env });
    this.#process = child;
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (this.#said += String(text)));
    for (let tries = 0; tries < 600; tries++) {
      if (child.exitCode !== null) break;
      const answer = await fetch(`${this.url}/healthz`).catch(() => null);
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`the server does not start (${BINARY}):\n${this.#said}`);
  }

  /** Ends it as a power cut does, unless told to ask politely. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  /** What a host does from a terminal, while the server runs. */
  admin(...words: string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      execFile(BINARY, ['admin', '--data', this.#data, ...words], (error, out, said) =>
        error ? reject(new Error(`${error.message}\n${said}`)) : resolve(out),
      );
    });
  }

  async end(): Promise<void> {
    await this.kill('SIGTERM');
    rmSync(this.#data, { recursive: true, force: true });
  }
}
