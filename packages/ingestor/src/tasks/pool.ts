import { rowCount } from '../console/row-count.ts';
import type { Batch, BatchReader, BatchSize } from '../reading/batch-reader.ts';
import type { Input } from '../state/rows.ts';
import { faultOf } from './machine.ts';
import type { Service } from './service.ts';
import { setAside } from './set-aside.ts';
import { sealed, spoolBatch, type Taken, TakenBack, taken } from './spooling.ts';
import type { HeldSource } from './task.ts';

/** Files in one batch: their names go along with it. */
const MOST_FILES = 500;

const bytesOf = (body: readonly Buffer[]): number => body.reduce((sum, { length }) => sum + length, 0);

/** Whether rows can go together with those of others: all that is left of a file, nothing in it that runs on beyond its end. */
function isSmall({ source, settings }: HeldSource, input: Input, batch: Batch): boolean {
  const fits = batch.isLast && batch.isWhole && batch.rows > 0;
  return fits && settings.bulk && source.format !== 'database' && input.mark.alone !== true;
}

/**
 * Ends of files that go together as one batch, in the order they were read. A file stands as it did before until the batch it is
 * in is on disk.
 */
export class Pool {
  readonly #service: Service;
  readonly #source: HeldSource;
  #held: Taken[] = [];

  constructor(service: Service, source: HeldSource) {
    this.#service = service;
    this.#source = source;
  }

  /** Takes the rows of a file that ends with them; false when they have to go by themselves. */
  async take(input: Input, batch: Batch, reader: BatchReader, size: BatchSize): Promise<boolean> {
    if (!isSmall(this.#source, input, batch)) return false;
    // what a reader gives lasts only until it is asked again
    const body = [Buffer.concat(batch.body)];
    const { next } = await taken(input, batch, reader);
    const seal = await sealed(reader, next);
    if (!this.#fits(batch, bytesOf(body), size)) await this.flush();
    const done: Input = { ...next, state: 'done', tries: 0, mark: { ...next.mark, seal } };
    this.#held.push({ input, batch: { ...batch, body }, next: done });
    return true;
  }

  #fits(batch: Batch, bytes: number, size: BatchSize): boolean {
    const [first] = this.#held;
    if (!first) return true;
    const alike =
      first.batch.head.equals(batch.head) && JSON.stringify(first.batch.query) === JSON.stringify(batch.query);
    const rows = this.#held.reduce((sum, held) => sum + held.batch.rows, batch.rows);
    const all = this.#held.reduce((sum, held) => sum + bytesOf(held.batch.body), bytes);
    return alike && this.#held.length < MOST_FILES && rows <= size.rows && all <= size.bytes;
  }

  /** Puts what is held on disk. */
  async flush(): Promise<void> {
    const held = this.#held;
    this.#held = [];
    const [first] = held;
    if (!first) return;
    try {
      await spoolBatch(this.#service, this.#source, held);
      this.#told(held, first);
    } catch (cause) {
      if (cause instanceof TakenBack) return;
      // nothing was noted of these files: the machine refused its disk, and they are tried again
      const fault = faultOf(cause);
      for (const { input } of held) setAside(this.#service, this.#source, input, fault, 'passes');
    }
  }

  #told(held: readonly Taken[], { input, next }: Taken): void {
    const rows = held.reduce((sum, { batch }) => sum + batch.rows + batch.aside.length, 0);
    const last = held.at(-1)?.input.name ?? input.name;
    const message =
      held.length === 1
        ? `${input.name} was read to its end: ${rowCount(next.rows)}`
        : `${held.length} files from ${input.name} to ${last} were read to their ends: ${rowCount(rows)}`;
    this.#service.console.state(this.#source, message);
  }
}
