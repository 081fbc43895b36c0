import { Worker } from 'node:worker_threads';
import type { Outcome, ReaderMessage, ReaderReply, SearchAnswer, SearchQuestion } from './protocol.ts';

interface Asked {
  readonly settle: (outcome: Outcome<SearchAnswer>) => void;
  readonly fail: (error: Error) => void;
}

/** The reading thread for searches, which can take long; by-id reads stay on the caller's thread. Starts on first use. */
export class SearchThread {
  readonly #file: string;
  readonly #asked = new Map<number, Asked>();
  #worker: Worker | null = null;
  #last = 0;
  /** Statements run so far. */
  statements = 0;

  constructor(file: string) {
    this.#file = file;
  }

  search(question: SearchQuestion): Promise<Outcome<SearchAnswer>> {
    return new Promise((settle, fail) => {
      const id = ++this.#last;
      this.#asked.set(id, { settle, fail });
      const message: ReaderMessage = { type: 'search', id, question };
      this.#start().postMessage(message);
    });
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    const message: ReaderMessage = { type: 'close' };
    const gone = new Promise<void>((done) => worker.once('exit', () => done()));
    worker.postMessage(message);
    await gone;
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./reader-thread.ts', import.meta.url), { workerData: { file: this.#file } });
    worker.on('message', (reply: ReaderReply) => this.#receive(reply));
    worker.on('error', (error) => this.#break(worker, error));
    worker.on('exit', () => this.#break(worker, new Error('The record store is closed')));
    this.#worker = worker;
    return worker;
  }

  #receive(reply: ReaderReply): void {
    if (reply.type === 'closed') return;
    this.statements += reply.statements;
    this.#asked.get(reply.id)?.settle(reply.outcome);
    this.#asked.delete(reply.id);
  }

  /** A thread that died is started anew by the next search, which may be before the end of the first is told. */
  #break(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const { fail } of this.#asked.values()) fail(error);
    this.#asked.clear();
  }
}
