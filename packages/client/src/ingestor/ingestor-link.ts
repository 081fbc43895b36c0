import {
  type IngestorLook,
  type IngestorServices,
  type IngestorTask,
  type LocalConfig,
  type Reply,
  ReplyCode,
} from '@datasarana/schema';
import { CallFailure, failureOf, unreadable } from '../call-failure.ts';

/** ING-17: how long `/local/services` may take to count as available. */
const AVAILABLE_MS = 5000;

/** ING-20: calls go to the service's own address, signed with the key the browser got when it was paired. */
export class IngestorLink {
  readonly address: string;
  readonly #key: string | null;

  constructor(address: string, key: string | null) {
    this.address = address.replace(/\/+$/, '');
    this.#key = key;
  }

  /** @throws CallFailure; -1 when nothing answers at the address */
  async #ask(method: 'GET' | 'POST', path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
    const form = body instanceof FormData;
    try {
      return await fetch(`${this.address}/local/${path}`, {
        method,
        headers: {
          ...(this.#key !== null && { authorization: `Bearer ${this.#key}` }),
          ...(body !== undefined && !form && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
        ...(signal && { signal }),
      });
    } catch (cause) {
      if (signal?.aborted && !(signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError'))
        throw signal.reason;
      throw new CallFailure(ReplyCode.ClientUnreachable, `No ingestor answers at ${this.address}`, {
        hint: 'Start it on that machine with npm run ingestor, or correct its address. One that runs answers the pages of its own platform only: INGESTOR_PLATFORM and INGESTOR_ORIGINS name them.',
        cause,
      });
    }
  }

  async #call<T>(method: 'GET' | 'POST', path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
    const response = await this.#ask(method, path, body, signal);
    const reply = (await response.json().catch(() => null)) as Reply<T> | null;
    if (reply === null) throw unreadable(response.status, '');
    if (reply.error) throw failureOf(reply, response.status, '');
    return reply.data as T;
  }

  /** Trades the code that stands on the service's console for the key of this browser (ING-18). */
  async pair(code: string): Promise<string> {
    return (await this.#call<{ readonly key: string }>('POST', 'pair', { code })).key;
  }

  /** Makes the keys of all browsers worthless, this one's among them, and ends their consoles. */
  async unpairAll(): Promise<void> {
    await this.#call('POST', 'unpair', { all: true });
  }

  /** @throws CallFailure -1 when it did not answer within 5 s (ING-17), 14 for a browser that is not paired */
  services(signal?: AbortSignal): Promise<IngestorServices> {
    const late = AbortSignal.timeout(AVAILABLE_MS);
    return this.#call('GET', 'services', undefined, signal ? AbortSignal.any([signal, late]) : late);
  }

  add(template: { readonly id: string; readonly name: string; readonly token: string }, source: unknown) {
    return this.#call<IngestorTask>('POST', 'add', { template, source });
  }

  /** What a source leads to: files, databases, tables, columns and first rows, as they are on the service's machine. */
  look(source: unknown, signal?: AbortSignal): Promise<IngestorLook> {
    return this.#call('POST', 'look', { source }, signal);
  }

  /** The next three moments of a cron line by the service's clock, epoch ms. @throws CallFailure 31 for no such line */
  schedule(line: string, signal?: AbortSignal): Promise<{ readonly next: readonly number[] }> {
    return this.#call('GET', `schedule?at=${encodeURIComponent(line)}`, undefined, signal);
  }

  /**
   * Puts a new definition in place of a task's source; what was read stays.
   * @param version of the configuration it was made from
   * @throws CallFailure 31/409 with the configuration in `data` when the task was changed since (REC-38)
   */
  change(id: string, source: unknown, version?: string): Promise<IngestorTask> {
    return this.#call('POST', 'change', { id, source, version });
  }

  /** Gives a task another token to sign in with; what was read stays. */
  renew(id: string, token: string): Promise<IngestorTask> {
    return this.#call('POST', 'token', { id, token });
  }

  start = (id: string, source?: string): Promise<IngestorTask> => this.#call('POST', 'start', { id, source });
  stop = (id: string, source?: string): Promise<IngestorTask> => this.#call('POST', 'stop', { id, source });
  remove = (id: string): Promise<{ readonly id: string }> => this.#call('POST', 'remove', { id });
  startAll = (): Promise<readonly IngestorTask[]> => this.#call('POST', 'start_all', {});
  stopAll = (): Promise<readonly IngestorTask[]> => this.#call('POST', 'stop_all', {});

  /** @throws CallFailure 991 when it holds none of that id */
  config(id: string): Promise<LocalConfig> {
    return this.#call('GET', `config?id=${encodeURIComponent(id)}`);
  }

  /** The log of a task, or of all, as lines of JSON. */
  async log(task = ''): Promise<Blob> {
    const response = await this.#ask('GET', `logs?id=${encodeURIComponent(task)}`);
    if (!response.ok) throw unreadable(response.status, '');
    return response.blob();
  }

  /** Address and protocols of the console's socket; the key cannot go in a header there. */
  get console(): readonly [url: string, protocols: string[]] {
    return [`${this.address.replace(/^http/, 'ws')}/console`, ['console', this.#key ?? '']];
  }
}
