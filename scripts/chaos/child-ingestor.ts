import path from 'node:path';
import { Child } from './child.ts';

const MAIN = path.join(import.meta.dirname, '../../packages/ingestor/src/main.ts');

/** The ingestor in a process of its own, paired once. */
export class ChildIngestor extends Child {
  readonly #settings: Readonly<Record<string, string>>;
  #url = '';
  #key = '';

  constructor(settings: Readonly<Record<string, string>>) {
    super('The ingestor');
    this.#settings = settings;
  }

  get url(): string {
    return this.#url;
  }

  /** Starts and waits until it listens. @throws Error with its output when it does not come up */
  async start(): Promise<void> {
    const env = { INGESTOR_PORT: '0', INGESTOR_LOG: 'silent', ...this.#settings };
    this.#url = await this.launch(['--max-semi-space-size=1', MAIN], env);
    if (this.#key === '') await this.#pair();
  }

  /** The pairing code it shows now. */
  get code(): string {
    return [...this.output.matchAll(/Pairing code: (\S+)/g)].at(-1)?.[1] ?? '';
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
}
