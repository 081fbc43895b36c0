import { Worker } from 'node:worker_threads';
import type { Kind } from './kinds.ts';
import { type IndexWish, listIndexName } from './list-index.ts';
import type { Outcome, RawRecord, WireError, WriteRequest, WriterMessage, WriterReply } from './protocol.ts';

/** Changes that go to the disk in one transaction at most; keeps the answer of the first one near. */
const GROUP_CHANGES = 20_000;
/** Changes that are worth a transaction of their own: they need not collect until the one before is done. */
const FULL_CHANGES = 1_000;

type Written = Outcome<readonly (RawRecord | null)[]>;

interface Waiting {
  readonly request: WriteRequest;
  readonly settle: (outcome: Written) => void;
  readonly fail: (error: Error) => void;
}

/**
 * The writing thread. While it works on one group of requests the next ones collect, so that the cost of a durable commit is
 * shared by all who wait for it. A group that is large already is sent ahead, so that the thread does not wait for it.
 */
export class WriteQueue {
  readonly #worker: Worker;
  readonly #now: () => number;
  readonly #revive: (error: WireError) => Error;
  readonly #opened = Promise.withResolvers<void>();
  readonly #closed = Promise.withResolvers<void>();
  readonly #declared: PromiseWithResolvers<void>[] = [];
  readonly #whenIdle: (() => void)[] = [];
  /** Names of the indexes that were asked for and are not made. */
  readonly #arranging = new Set<string>();
  readonly #waiting: Waiting[] = [];
  /** Groups that were sent, in their order: the thread works on the first. */
  readonly #working: (readonly Waiting[])[] = [];
  #scheduled = false;
  #written = 0;
  #broken: Error | null = null;

  constructor(file: string, now: () => number, revive: (error: WireError) => Error) {
    this.#now = now;
    this.#revive = revive;
    this.#worker = new Worker(new URL('./writer-thread.ts', import.meta.url), { workerData: { file, now: now() } });
    this.#worker.on('message', (reply: WriterReply) => this.#receive(reply));
    this.#worker.on('error', (error) => this.#break(error));
    this.#worker.on('exit', () => this.#break(new Error('The record store is closed')));
  }

  /** How many groups have come to their end so far, counted before anybody hears of theirs. */
  get written(): number {
    return this.#written;
  }

  ready(): Promise<void> {
    return this.#opened.promise;
  }

  declare(kind: Kind): Promise<void> {
    if (this.#broken) return Promise.reject(this.#broken);
    const declared = Promise.withResolvers<void>();
    this.#declared.push(declared);
    this.#post({ type: 'declare', kind });
    return declared.promise;
  }

  /** Makes an index of a list before what is written next; one that fails is told as a warning and not tried again. */
  arrange(wish: IndexWish): void {
    const name = listIndexName(wish.create);
    if (this.#broken || this.#arranging.has(name)) return;
    this.#arranging.add(name);
    this.#post({ type: 'arrange', wish });
  }

  write(request: WriteRequest): Promise<Written> {
    if (this.#broken) return Promise.reject(this.#broken);
    return new Promise((settle, fail) => {
      this.#waiting.push({ request, settle, fail });
      this.#schedule();
    });
  }

  /** Lets what was asked for before finish. */
  async close(): Promise<void> {
    this.#broken ??= new Error('The record store is closed');
    while (this.#working.length > 0 || this.#waiting.length > 0) await this.#idle();
    this.#post({ type: 'close' });
    await this.#closed.promise;
    await this.#worker.terminate();
  }

  #idle(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#whenIdle.push(resolve);
    return promise;
  }

  /** Waits for the end of the current turn, so that calls made together go together. */
  #schedule(): void {
    if (this.#scheduled || this.#working.length > 1) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#send();
    });
  }

  #send(): void {
    if (this.#working.length > 1 || this.#waiting.length === 0) return;
    let changes = 0;
    let take = 0;
    for (const { request } of this.#waiting) {
      if (take > 0 && changes + request.changes.length > GROUP_CHANGES) break;
      changes += request.changes.length;
      take++;
    }
    if (this.#working.length > 0 && changes < FULL_CHANGES) return;
    const group = this.#waiting.splice(0, take);
    this.#working.push(group);
    this.#post({ type: 'write', now: this.#now(), requests: group.map(({ request }) => request) });
  }

  #receive(reply: WriterReply): void {
    switch (reply.type) {
      case 'ready':
        if (reply.error) this.#opened.reject(this.#revive(reply.error));
        else this.#opened.resolve();
        break;
      case 'declared':
        if ('error' in reply.outcome) this.#declared.shift()?.reject(this.#revive(reply.outcome.error));
        else this.#declared.shift()?.resolve();
        break;
      case 'written': {
        const done = this.#working.shift();
        this.#written++;
        this.#send();
        for (const [at, outcome] of reply.outcomes.entries()) done?.[at]?.settle(outcome);
        if (this.#working.length === 0 && this.#waiting.length === 0) this.#rest();
        break;
      }
      case 'arranged':
        // Made or refused, the same wish is not sent twice while it waits; a list answers without it, only later.
        if ('error' in reply.outcome) process.emitWarning(this.#revive(reply.outcome.error));
        else this.#arranging.delete(reply.name);
        break;
      case 'closed':
        this.#closed.resolve();
    }
  }

  #break(error: Error): void {
    this.#broken ??= error;
    this.#written++;
    this.#opened.reject(error);
    this.#closed.resolve();
    for (const declared of this.#declared.splice(0)) declared.reject(error);
    for (const { fail } of [...this.#working.splice(0).flat(), ...this.#waiting.splice(0)]) fail(error);
    this.#rest();
  }

  #rest(): void {
    for (const done of this.#whenIdle.splice(0)) done();
  }

  #post(message: WriterMessage): void {
    this.#worker.postMessage(message);
  }
}
