import type { Batch, BatchReader, BatchSize } from '../reading/batch-reader.ts';
import { columnQuery } from '../reading/column-query.ts';
import { sealOf } from '../reading/files.ts';
import { openInput } from '../reading/open-input.ts';
import type { Input, Mark } from '../state/rows.ts';
import { requestIdOf } from '../state/spool.ts';
import { backoff } from './pause.ts';
import type { Service } from './service.ts';
import type { HeldSource } from './task.ts';

/** TSK-07: rows of a batch with `bulk`, and at most with `adaptive`. */
export const BULK_ROWS = 500;
const MOST_ROWS = 100_000;
const MOST_BYTES = 8 * 1024 * 1024;
const AT_ONCE_MS = 250;
const QUICK_MS = 1000;
const SLOW_MS = 4000;
const MOST_TRIES = 5;

/** How many rows the next batch takes. */
export class Pace {
  #rows = BULK_ROWS;

  size({ bulk, adaptive }: HeldSource['settings']): BatchSize {
    return { rows: !bulk ? 1 : adaptive ? this.#rows : BULK_ROWS, bytes: MOST_BYTES };
  }

  /** Told what a push took: batches grow while the platform answers quickly, and shrink when it does not. */
  note(ms: number): void {
    if (ms < QUICK_MS) this.#rows = Math.min(MOST_ROWS, this.#rows * (ms < AT_ONCE_MS ? 4 : 2));
    else if (ms > SLOW_MS) this.#rows = Math.max(BULK_ROWS, Math.floor(this.#rows / 2));
  }
}

/** The platform refused the input while it was still being read. */
class TakenBack extends Error {}

/** Puts a batch on disk and notes it together with how far the input was read. */
export async function spoolBatch(service: Service, source: HeldSource, input: Input, batch: Batch): Promise<Input> {
  const { file, bytes } = await service.spool.write(batch.body);
  const after = await sealed(
    source,
    { ...input, mark: { ...batch.mark, seal: input.mark.seal, ino: input.mark.ino } },
    input.rows,
  );
  const next = { ...after, rows: input.rows + batch.rows + batch.aside.length, fault: null };
  const parts = [source.task, source.id, input.name, input.generation, placeIn(input.mark), placeIn(batch.mark)];
  if (service.progress.input(source, input.name)?.state === 'aside') {
    await service.spool.remove([file]);
    throw new TakenBack();
  }
  service.progress.enqueue(source, next, {
    input: input.name,
    request_id: requestIdOf(parts, batch.body),
    file,
    bytes,
    rows: batch.rows,
    aside: batch.aside.length,
    line: batch.line,
    query: { ...columnQuery(source.source.columns), ...batch.query },
    before: { mark: input.mark, rows: input.rows },
  });
  for (const { line, reason } of batch.aside.slice(0, 20)) {
    service.console.error(source, `${input.name}, line ${line}: ${reason}`, 'warning');
  }
  return next;
}

/** Where a mark stands, without what only tells the file from others. */
function placeIn({ seal: _seal, ino: _ino, ...place }: Mark): Mark {
  return place;
}

/** The first batch of a file is sealed at once, so that a later change before its end is seen. */
async function sealed({ source }: HeldSource, input: Input, rowsBefore: number): Promise<Input> {
  const { offset, seal } = input.mark;
  if (source.format === 'database' || typeof offset !== 'number' || (rowsBefore > 0 && seal)) return input;
  return { ...input, mark: { ...input.mark, seal: await sealOf(input.name, offset) } };
}

/** Reads an input to its end, as long as `mayGoOn` lets it. */
export async function readInput(
  service: Service,
  source: HeldSource,
  input: Input,
  pace: Pace,
  mayGoOn: () => Promise<boolean>,
): Promise<void> {
  let at = input;
  let reader: BatchReader | null = null;
  try {
    reader = await openInput(source, at);
    while (await mayGoOn()) {
      const batch = await reader.next(pace.size(source.settings));
      if (batch === null) return await finish(service, source, at);
      at = await spoolBatch(service, source, at, batch);
    }
  } catch (cause) {
    if (!(cause instanceof TakenBack))
      setAside(service, source, at, cause instanceof Error ? cause.message : String(cause), isOfTheMachine(cause));
  } finally {
    await reader?.close();
  }
}

async function finish(service: Service, source: HeldSource, input: Input): Promise<void> {
  if (source.source.format === 'database') {
    if (input.fault !== null || input.tries > 0)
      service.progress.keepInput(source, { ...input, fault: null, tries: 0, again: 0 });
    return;
  }
  const { offset } = input.mark;
  const seal = typeof offset === 'number' ? await sealOf(input.name, offset) : null;
  service.progress.keepInput(source, { ...input, state: 'done', fault: null, tries: 0, mark: { ...input.mark, seal } });
  service.console.state(source, `${input.name} was read to its end: ${input.rows} rows`);
}

/** What the machine refused, as a file without the right to read it: nothing is wrong with the rows. */
const isOfTheMachine = (cause: unknown): boolean => typeof Object(cause).syscall === 'string';

/**
 * A file that cannot be taken is put aside with its cause; with Retry it gets five more chances (TSK-05), and always more when
 * the machine did not give it: who mends that does not touch the file.
 */
export function setAside(service: Service, source: HeldSource, input: Input, fault: string, passing = false): void {
  const { on_error, mode } = source.settings;
  const tries = input.tries + 1;
  const table = source.source.format === 'database';
  const isTriedAgain =
    table || (passing && mode === 'Continuous') || ((passing || on_error === 'Retry') && tries <= MOST_TRIES);
  const again = isTriedAgain ? service.now() + backoff(tries) : 0;
  service.progress.keepInput(source, { ...input, state: table ? 'waiting' : 'aside', fault, tries, again });
  if (!passing || input.fault !== fault) service.console.error(source, `${input.name}: ${fault}`);
}
