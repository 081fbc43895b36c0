import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { type ConsoleFrame, NO_ROWS, ReplyCode, type RowCounts } from '@datasarana/schema';

/** Frames of a task that a console is given when it opens. */
export const REPLAYED = 200;
/** Frames kept beyond those, so that a list is not cut at each. */
const SPARE = 50;
const FILE_BYTES = 5 * 1024 * 1024;

/** Tokens and pairing keys never reach a line (SEC-01). */
const masked = (text: string): string => text.replace(/\b(dst|dsb)_[\w-]+/g, '$1_••••••••');

/** What happens, told to consoles as frames, to the log file and to standard output as lines of JSON. */
export class Console {
  readonly #file: string;
  readonly #quiet: boolean;
  readonly #now: () => number;
  /** The last line on disk has no end: of a power cut or a full disk its beginning may stand there. */
  #isTorn: boolean;
  readonly #listeners = new Set<(frame: ConsoleFrame) => void>();
  /** The last frames of each task by its id, and by an empty one those of all. */
  readonly #last = new Map<string, ConsoleFrame[]>();

  constructor(data: string, quiet: boolean, now: () => number = Date.now) {
    mkdirSync(data, { recursive: true, mode: 0o700 });
    this.#file = path.join(data, 'log.ndjson');
    this.#quiet = quiet;
    this.#now = now;
    this.#isTorn = existsSync(this.#file) && !readFileSync(this.#file, 'utf8').endsWith('\n');
    for (const frame of this.#lines().flatMap(readFrame)) this.#keep(frame);
  }

  #keep(frame: ConsoleFrame): void {
    for (const task of new Set(['', frame.task])) {
      const kept = this.#last.get(task) ?? [];
      kept.push(frame);
      this.#last.set(task, kept.length > REPLAYED + SPARE ? kept.slice(-REPLAYED) : kept);
    }
  }

  /** Lines kept on disk, oldest first. */
  #lines(): readonly string[] {
    return [`${this.#file}.1`, this.#file]
      .filter((file) => existsSync(file))
      .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
      .filter((line) => line !== '');
  }

  data(at: Where, message: string, counts: RowCounts): void {
    this.#tell({ ...frameAt(at), code: ReplyCode.StatusData, level: 'info', message, counts });
  }

  state(at: Where, message: string, level: ConsoleFrame['level'] = 'info'): void {
    this.#tell({ ...frameAt(at), code: ReplyCode.StatusOk, level, message, counts: NO_ROWS });
  }

  error(at: Where, message: string, level: ConsoleFrame['level'] = 'error', counts: RowCounts = NO_ROWS): void {
    this.#tell({ ...frameAt(at), code: ReplyCode.StatusError, level, message, counts });
  }

  #tell(untimed: Omit<ConsoleFrame, 'ts'>): void {
    const frame = { ...untimed, ts: this.#now(), message: masked(untimed.message) };
    this.#keep(frame);
    const line = JSON.stringify(frame);
    if (!this.#quiet) console.log(line);
    this.#write(line);
    for (const listener of this.#listeners) listener(frame);
  }

  #write(line: string): void {
    try {
      if (existsSync(this.#file) && statSync(this.#file).size > FILE_BYTES) renameSync(this.#file, `${this.#file}.1`);
      appendFileSync(this.#file, `${this.#isTorn ? '\n' : ''}${line}\n`, { mode: 0o600 });
      this.#isTorn = false;
    } catch (cause) {
      this.#isTorn = true;
      // a full disk must not stop what is being told
      console.error(`The log could not be written: ${cause instanceof Error ? cause.message : cause}`);
    }
  }

  /** The last 200 frames of a task, or of all (ING-16). */
  replay(task: string): readonly ConsoleFrame[] {
    return this.#last.get(task)?.slice(-REPLAYED) ?? [];
  }

  /** Of a task that was removed only the log tells. */
  forget(task: string): void {
    this.#last.delete(task);
  }

  /** The log of a task, or of all, as lines of JSON. */
  log(task: string): string {
    const own = this.#lines().filter((line) => readFrame(line).some((frame) => task === '' || frame.task === task));
    return own.map((line) => `${line}\n`).join('');
  }

  listen(listener: (frame: ConsoleFrame) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** What a frame is about; nothing = the service itself. */
export interface Where {
  readonly task?: string;
  readonly id?: string;
}

const frameAt = ({ task = '', id = '' }: Where): Pick<ConsoleFrame, 'task' | 'source'> => ({ task, source: id });

/** A line that a power cut left half written is no frame. */
function readFrame(line: string): readonly ConsoleFrame[] {
  try {
    return [JSON.parse(line) as ConsoleFrame];
  } catch {
    return [];
  }
}
