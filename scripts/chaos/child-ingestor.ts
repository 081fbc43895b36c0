import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

const MAIN = path.join(import.meta.dirname, '../../packages/ingestor/src/main.ts');

/** The ingestor in a process of its own, paired once. */
export class ChildIngestor {
  readonly #settings: Readonly<Record<string, string>>;
  #child: ChildProcess | null = null;
  #url = '';
  #key = '';
  #output = '';

  constructor(settings: Readonly<Record<string, string>>) {
    this.#settings = settings;
  }

  get url(): string {
    return this.#url;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Starts and waits until it listens. @throws Error with its output when it does not come up */
  async start(): Promise<void> {
    this.#output = '';
    const child = spawn(process.execPath, ['--max-semi-space-size=1', MAIN], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, INGESTOR_PORT: '0', INGESTOR_LOG: 'silent', ...this.#settings },
    });
    this.#child = child;
    const address = Promise.withResolvers<string>();
    const take = (chunk: Buffer): void => {
      this.#output = (this.#output + chunk).slice(-20_000);
      const found = /ingestor listens on (\S+)/.exec(this.#output)?.[1];
      if (found) address.resolve(found);
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    child.on('exit', (code) => address.reject(new Error(`The ingestor stopped with ${code}:\n${this.#output}`)));
    address.promise.catch(() => {});
    this.#url = await address.promise;
    if (this.#key === '') await this.#pair();
  }

  /** The pairing code it shows now. */
  get code(): string {
    return [...this.#output.matchAll(/Pairing code: (\S+)/g)].at(-1)?.[1] ?? '';
  }

  async #pair(): Promise<void> {
    const { key } = await this.call<{ readonly key: string }>('POST', 'pair', { code: this.code });
    this.#key = key;
  }

  /** One call of `/local/*`; answers its data. */
  async call<T>(method: string, name: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.#url}/local/${name}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { data, error } = (await response.json()) as { readonly data: T; readonly error: unknown };
    if (error) throw new Error(`${name}: ${JSON.stringify(error)}`);
    return data;
  }

  get output(): string {
    return this.#output;
  }

  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  terminate(): Promise<void> {
    return this.#end('SIGTERM');
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  }
}
