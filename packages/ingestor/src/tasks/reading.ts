import type { DatabaseFault, DatabaseRefused } from '@datasarana/sources/node';
import { rowCount } from '../console/row-count.ts';
import { type BatchReader, type BatchSize, Emptied } from '../reading/batch-reader.ts';
import { Moved } from '../reading/files.ts';
import { openInput } from '../reading/open-input.ts';
import type { Input } from '../state/rows.ts';
import { faultOf, isOfTheMachine } from './machine.ts';
import type { Pool } from './pool.ts';
import type { Service } from './service.ts';
import { type Staying, setAside } from './set-aside.ts';
import { refuseUnsealed, sealed, spoolBatch, stillStands, TakenBack, taken } from './spooling.ts';
import type { HeldSource } from './task.ts';

/** TSK-07: rows of a batch with `bulk`, and at most with `adaptive`. */
export const BULK_ROWS = 500;
const MOST_ROWS = 100_000;
const MOST_BYTES = 8 * 1024 * 1024;
const AT_ONCE_MS = 250;
const QUICK_MS = 1000;
const SLOW_MS = 4000;

/** How many rows the next batch takes. */
export class Pace {
  #rows = BULK_ROWS;
  #most = MOST_ROWS;

  size({ bulk, adaptive }: HeldSource['settings']): BatchSize {
    const rows = !bulk ? 1 : adaptive ? this.#rows : BULK_ROWS;
    return { rows: Math.min(rows, this.#most), bytes: MOST_BYTES };
  }

  /** Told of a batch of so many rows that it was too large: none has more than half of them from now on. */
  tooLarge(rows: number): void {
    this.#most = Math.max(1, Math.min(this.#most, Math.floor(rows / 2)));
  }

  /** Told what a push took: batches grow while the platform answers quickly, and shrink when it does not. */
  note(ms: number): void {
    if (ms < QUICK_MS) this.#rows = Math.min(MOST_ROWS, this.#rows * (ms < AT_ONCE_MS ? 4 : 2));
    else if (ms > SLOW_MS) this.#rows = Math.max(BULK_ROWS, Math.floor(this.#rows / 2));
  }
}

/** A last row without a line end is taken for whole when nothing was added for so many times as long as a file takes to settle. */
const OPEN_SETTLES = 10;

const wholeAt = ({ settings }: Service, { mtime }: Input): number =>
  Math.ceil(mtime) + OPEN_SETTLES * settings.settleMs;

/** A time of writing farther ahead than this is a clock that is wrong. */
const MOST_AHEAD_MS = 24 * 60 * 60 * 1000;

const mayGrow = (service: Service, input: Input): boolean =>
  service.now() < wholeAt(service, input) && input.mtime - service.now() < MOST_AHEAD_MS;

/** What reads and spools the inputs of a source. */
export interface ReadingLine {
  readonly pace: Pace;
  readonly pool: Pool;
  readonly mayGoOn: () => Promise<boolean>;
}

/**
 * Reads an input to its end, as long as `mayGoOn` lets it.
 * @returns why it was set aside, where that will not pass by itself
 */
export async function readInput(
  service: Service,
  source: HeldSource,
  input: Input,
  { pace, pool, mayGoOn }: ReadingLine,
): Promise<string | null> {
  let at = input;
  let reader: BatchReader | null = null;
  try {
    reader = await openInput(service.progress, source, at, mayGrow(service, input));
    await refuseUnsealed(reader, at);
    while (await mayGoOn()) {
      const size = pace.size(source.settings);
      const batch = await reader.next(size);
      if (batch === null) {
        await finish(service, source, at, reader);
        return null;
      }
      if (await pool.take(at, batch, reader, size)) return null;
      await pool.flush();
      const rows = await taken(at, batch, reader);
      await spoolBatch(service, source, [rows]);
      at = rows.next;
    }
    return null;
  } catch (cause) {
    if (cause instanceof Emptied && stillStands(service, source, at)) {
      service.progress.keepInput(source, anew(service, source, at));
      return null;
    }
    // one that was taken back meanwhile is read again, and fails again; what went or moved is found by the next look
    if (isNoFault(source, cause) || !stillStands(service, source, at)) return null;
    const then = Object(cause).fault === REWRITTEN ? anew(service, source, at) : at;
    const staying = stayingOf(cause);
    setAside(service, source, then, faultOf(cause), staying);
    return staying === 'passes' ? null : faultOf(cause);
  } finally {
    await reader?.close();
  }
}

const REWRITTEN: DatabaseFault = 'rewritten';
const NO_ORDER: DatabaseFault = 'cursor';

function stayingOf(cause: unknown): Staying {
  const { fault, isUnanswered } = Object(cause) as Partial<DatabaseRefused>;
  return isOfTheMachine(cause) || isUnanswered ? 'passes' : fault === NO_ORDER ? 'lasts' : null;
}

/** A table of whose rows those that were read are gone is read from its start, as a file is that was rewritten. */
function anew({ progress }: Service, source: HeldSource, input: Input): Input {
  progress.ties.forget(source, input.name, Number.MAX_SAFE_INTEGER);
  return { ...input, generation: input.generation + 1, mark: {}, rows: 0 };
}

const isNoFault = ({ source }: HeldSource, cause: unknown): boolean =>
  cause instanceof TakenBack ||
  cause instanceof Emptied ||
  cause instanceof Moved ||
  (source.format !== 'database' && Object(cause).code === 'ENOENT' && Object(cause).syscall === 'open');

function finishTable(service: Service, source: HeldSource, input: Input, reader: BatchReader): void {
  const { warning = null, renewed = null } = reader;
  const isWarned = input.mark.warned === true;
  if (warning !== null && !isWarned) service.console.error(source, `${input.name}: ${warning}`, 'warning');
  // what waits for the platform may be refused
  const tries = service.progress.waiting(source).batches === 0 ? 0 : input.tries;
  const isAsNoted =
    input.fault === null && input.tries === tries && renewed === null && isWarned === (warning !== null);
  if (isAsNoted || !stillStands(service, source, input)) return;
  const mark = { ...input.mark, ...renewed, warned: warning !== null };
  service.progress.keepInput(source, { ...input, mark, fault: null, tries, again: 0 });
}

async function finish(service: Service, source: HeldSource, input: Input, reader: BatchReader): Promise<void> {
  const { isOpen } = reader;
  const { progress, console } = service;
  if (source.source.format === 'database') return finishTable(service, source, input, reader);
  const seal = isOpen ? null : await sealed(reader, input);
  if (!stillStands(service, source, input)) return;
  if (isOpen) {
    progress.keepInput(source, { ...input, fault: null, tries: 0, again: wholeAt(service, input) });
    return;
  }
  progress.keepInput(source, { ...input, state: 'done', fault: null, tries: 0, mark: { ...input.mark, seal } });
  console.state(source, `${input.name} was read to its end: ${rowCount(input.rows)}`);
}
