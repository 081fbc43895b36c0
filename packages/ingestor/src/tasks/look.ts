import { rowCount } from '../console/row-count.ts';
import { closedFolderAt } from '../reading/closed-folders.ts';
import {
  fileNow,
  folderOf,
  folderState,
  hasNumber,
  isAbsent,
  isContinued,
  Moved,
  numberOf,
  obstacleAt,
  oldestFirst,
  refuseMoved,
  refuseUnseen,
  type Seen,
} from '../reading/files.ts';
import type { Input, Mark } from '../state/rows.ts';
import { faultOf, isOfTheMachine } from './machine.ts';
import { outsideOf } from './outside.ts';
import { placeOf } from './read-task.ts';
import { SecondFiles } from './second-files.ts';
import type { Service } from './service.ts';
import { setAside } from './set-aside.ts';
import { cutAmong, hasOtherNumber, isChanged, isTouched, stirredOf } from './stirred.ts';
import type { HeldSource } from './task.ts';
import { WatchedFolder } from './watched-folder.ts';

/** What a look found: inputs that are to be read on, oldest first, the file that still grows, and when to look again. */
export interface Look {
  readonly due: readonly Input[];
  readonly growing: string | null;
  /** Whether there are more files than one look takes on. */
  readonly isMore: boolean;
  /** Why nothing can be found, as a sentence. */
  readonly obstacle: string | null;
  /** Why not all is seen, as a sentence. */
  readonly closed: string | null;
  /** ms, when that is before the usual time. */
  readonly again: number;
}

/** A look that found nothing. */
export const nothing = ({ settings }: Service): Look => ({
  due: [],
  growing: null,
  isMore: false,
  obstacle: null,
  closed: null,
  again: settings.lookMs,
});

/** So that a file is seen twice with some time between. */
const LEAST_MS = 100;

const MANY_FILES = 1000;
/** New files for which it is looked again as soon as they can have been written. */
const MANY_NEW = 100;
/** What takes its time to look at, a folder of many files or a table that is read for nothing, is left alone so many times as long. */
const REST = 9;

/** ms that a look is to be followed by, when it began at `began`. */
export const restAfter = (began: number, times = REST): number => times * (performance.now() - began);

/** An input as it was stored, null for a new one, and as it stands now. */
interface Noted {
  readonly stored: Input | null;
  readonly input: Input;
}

interface Stir {
  /** Inputs of which what was read is not in their files any more. */
  readonly cut: () => Promise<readonly Input[]>;
  /** Files that are known and were changed. */
  readonly known: readonly Seen[];
}

/** A file that went while it was looked at, as when a log is rotated, is found under its new name by the next look. */
const hasMoved = (cause: unknown): boolean => cause instanceof Moved || Object(cause).code === 'ENOENT';

const isUnread = ({ rows, mark }: Input): boolean => rows === 0 && mark.offset === undefined;

/**
 * Whether the rows that were read of an input are not those under its name any more. Where size and time are as they were, as those
 * of two files of one moment, only what is there tells.
 */
async function isAnother(input: Input, file: Seen): Promise<boolean> {
  const isDoubtful = isChanged(input, file)
    ? file.ino !== 0 && file.ino !== input.mark.ino
    : typeof input.mark.seal === 'string' &&
      (input.state === 'waiting' || hasOtherNumber(input.mark.ino, file) || isTouched(input.mark.touched, file));
  return isDoubtful && !(await isContinued(input, file));
}

/** Whether something else was written into the file of an input, as the copy of a log whose last copy has the same name. */
const isRewritten = async (input: Input, file: Seen): Promise<boolean> =>
  isChanged(input, file) && typeof input.mark.seal === 'string' && !(await isContinued(input, file));

/** A file that went before it was read to its end is read on when it is there again, as after a share was not mounted. */
const withoutGone = ({ gone: _gone, ...mark }: Mark): Mark => mark;

const FRESH = { generation: 0, mark: {}, rows: 0, state: 'waiting', fault: null, tries: 0, again: 0 } as const;

/** Looks at the files of a source and notes what is new, changed or gone; a file counts when it has stopped growing. */
export class Looker {
  readonly #service: Service;
  readonly #before = new Map<string, Seen>();
  readonly #second: SecondFiles;
  #latest = 0;

  constructor(service: Service) {
    this.#service = service;
    this.#second = new SecondFiles(service);
  }

  async look(source: HeldSource): Promise<Look> {
    if (source.source.format === 'database') return this.#lookAtTable(source);
    const began = performance.now();
    const folder = folderOf(placeOf(source.source));
    const before = await folderState(folder);
    const { seen, placed, fresh, isMore, known, gone } = await stirredOf(this.#service, source);
    const place = new WatchedFolder(this.#service, source);
    // a folder that went, as a share that is not mounted, took no file away
    const obstacle = placed === 0 ? await obstacleAt(placeOf(source.source)) : null;
    if (obstacle !== null && seen === 0) return { ...nothing(this.#service), obstacle };
    const { progress } = this.#service;
    let found: Promise<readonly Input[]> | null = null;
    const cut = () => (found ??= cutAmong(this.#service, source, known));
    const noted: Noted[] = [];
    this.#forgetSizes([...fresh, ...known]);
    this.#second.begin(source, [...fresh, ...known]);
    let growing: string | null = null;
    let again = this.#service.settings.lookMs;
    // a name that is new may be that of a file whose own name another one has by now
    for (const file of [...fresh, ...known]) {
      if (!this.#isSettled(file)) {
        growing ??= file.name;
        again = Math.min(again, this.#settlesIn(file));
        continue;
      }
      try {
        const one = await this.#foundOf(source, file, { cut, known });
        if (one === null) continue;
        noted.push(one);
        this.#second.note(file);
      } catch (cause) {
        if (hasMoved(cause)) growing ??= file.name;
        else this.#refused(source, file, cause);
      }
    }
    this.#second.end();
    progress.keepInputs(
      source,
      noted.flatMap(({ stored, input }) => (input === stored ? [] : [input])),
    );
    const closed = (await closedFolderAt(placeOf(source.source))) ?? (await place.isAnother(placed));
    // what lies in a folder that is closed did not go, nor what lies in one that went while it was looked at
    if (obstacle === null && closed === null && gone.size > 0 && (await obstacleAt(placeOf(source.source))) === null) {
      const isStill = before !== null && before === (await folderState(folder));
      for (const name of gone) await this.#gone(source, name, async () => isStill || (await isAbsent(name, folder)));
    }
    if (isMore) again = Math.min(again, LEAST_MS);
    else if (seen > MANY_FILES) again = Math.max(again, restAfter(began, fresh.length > MANY_NEW ? 1 : REST));
    const due = noted.flatMap(({ input }) => (input.state === 'waiting' ? [input] : []));
    return { due: oldestFirst(due), growing, isMore, obstacle: null, closed, again };
  }

  /** Null for a second name of a file, and for one that is set aside. @throws Moved for one that is to be looked at again */
  async #foundOf(source: HeldSource, file: Seen, { cut, known }: Stir): Promise<Noted | null> {
    const named = this.#service.progress.input(source, file.name);
    await refuseUnseen(file);
    const outside = await outsideOf(file.name, this.#service.settings.folders);
    if (outside !== null) return this.#aside(source, file, outside);
    const isTaken = named !== null && (await isAnother(named, file));
    const isWatched = named?.state !== 'done' || source.settings.watch_events.includes('Modified');
    const isAnew = isTaken || (named !== null && isWatched && (await isRewritten(named, file)));
    if (named && !isAnew) return { stored: named, input: await this.#noted(source, named, file, false) };
    if (await this.#second.isSecondName(source, file)) return null;
    const stored = await this.#renamed(source, file, await cut(), named);
    if (stored === named && (await this.#second.isLeft(source, file, known)))
      throw new Moved(`${file.name} may be the copy of a log that is cut next.`);
    return { stored, input: await this.#noted(source, stored, file, isAnew && stored === named) };
  }

  /** A file that cannot be read is put aside, and the others are read. @throws any other fault */
  #refused(source: HeldSource, file: Seen, cause: unknown): void {
    if (!(cause instanceof Error && isOfTheMachine(cause))) throw cause;
    this.#aside(source, file, faultOf(cause));
  }

  #aside(source: HeldSource, file: Seen, fault: string): null {
    const { name, size, mtime } = file;
    const fresh: Input = { ...FRESH, name, size, mtime, mark: numberOf(file), generation: this.#generation() };
    setAside(this.#service, source, this.#service.progress.input(source, name) ?? fresh, fault, 'passes');
    return null;
  }

  async #lookAtTable(source: HeldSource): Promise<Look> {
    const { file } = source.source.db ?? {};
    // a file that is not there is told by who opens it
    const outside = file ? await outsideOf(file, this.#service.settings.folders).catch(() => null) : null;
    if (outside !== null) return { ...nothing(this.#service), obstacle: `${file}: ${outside}` };
    return { ...nothing(this.#service), due: [this.#table(source)] };
  }

  #table(source: HeldSource): Input {
    const name = placeOf(source.source);
    return this.#service.progress.input(source, name) ?? { ...FRESH, name, size: 0, mtime: 0 };
  }

  /** Of files at rest, or gone, nothing is to be remembered. */
  #forgetSizes(stirred: readonly Seen[]): void {
    const names = new Set(stirred.map(({ name }) => name));
    for (const name of this.#before.keys()) if (!names.has(name)) this.#before.delete(name);
  }

  #isSettled(file: Seen): boolean {
    const { now, settings } = this.#service;
    const before = this.#before.get(file.name);
    this.#before.set(file.name, file);
    const old = Math.abs(now() - file.mtime) >= settings.settleMs;
    return old && (settings.settleMs === 0 || (before?.size === file.size && before.mtime === file.mtime));
  }

  #settlesIn({ mtime }: Seen): number {
    const { now, settings } = this.#service;
    return Math.max(LEAST_MS, settings.settleMs - (now() - mtime));
  }

  /**
   * The input of a file that got another name since it was read, under that name; otherwise the one that is known by the name,
   * null for a new one.
   */
  async #renamed(source: HeldSource, file: Seen, cut: readonly Input[], named: Input | null): Promise<Input | null> {
    const { progress, console } = this.#service;
    const copied = new Set([...cut, ...progress.displaced.replaced(source)]);
    const own = file.ino === 0 ? [] : progress.known.numbered(source, file.ino);
    const deleted = new Set(file.ino === 0 ? [] : progress.displaced.deleted(source, file.ino));
    // of two notes of one file, as of one that was seen under both its names, the one that was read counts
    const candidates = [...own, ...copied, ...deleted].toSorted((a, b) => b.rows - a.rows);
    for (const input of new Set(candidates)) {
      if (input.name === named?.name && input.generation === named.generation) continue;
      const isItself = hasNumber(input.mark, file) && (await fileNow(input.name))?.ino !== file.ino;
      // what was read was copied, then cut
      const isCopy = !isItself && input.rows > 0 && copied.has(input);
      if (!isItself && !isCopy) continue;
      // the number of a file that was deleted may be given to the next one
      if (deleted.has(input) && isChanged(input, file) && file.size <= input.size) continue;
      const renamed: Input = { ...input, mark: withoutGone(input.mark), name: file.name, fault: null };
      // of a file without a seal nothing but its number tells
      const isDoubtful = isCopy || isChanged(input, file) || typeof input.mark.seal === 'string';
      if (isDoubtful && !(await isContinued(renamed, file))) continue;
      progress.renameInput(source, input, renamed, named);
      console.state(source, `${input.name} is called ${file.name} now; reading goes on where it was`);
      return renamed;
    }
    return named;
  }

  /** Files that are found together are told apart by it, whatever names they get. */
  #generation(): number {
    this.#latest = Math.max(this.#service.now(), this.#latest + 1);
    return this.#latest;
  }

  /** The input as it stands now; `done` when the change is none that is watched. */
  async #noted(source: HeldSource, input: Input | null, file: Seen, isTaken: boolean): Promise<Input> {
    const { progress, console } = this.#service;
    const { watch_events } = source.settings;
    const { name, size, mtime } = file;
    const now = { name, size, mtime };
    // another number than any file of this name had before: its rows are not taken for those
    const fresh: Input = { ...FRESH, ...now, mark: numberOf(file), generation: this.#generation() };
    if (!input || isUnread(input)) await refuseMoved(file);
    if (!input) return { ...fresh, state: watch_events.includes('Created') ? 'waiting' : 'done' };
    const withNumber: Input = { ...input, mark: { ...withoutGone(input.mark), ...numberOf(file) } };
    if (!isTaken && !isChanged(input, file)) {
      const isOther = hasOtherNumber(input.mark.ino, file) || isTouched(input.mark.touched, file);
      const numbered = isOther ? withNumber : input;
      return input.state === 'aside' ? { ...numbered, mark: withoutGone(numbered.mark), state: 'waiting' } : numbered;
    }
    if (!isTaken && input.state === 'done' && !watch_events.includes('Modified')) return { ...input, ...now };
    // of what was never read another file may have taken the place
    if (isUnread(input)) return { ...withNumber, ...now, state: 'waiting', again: 0 };
    if (!isTaken && (await isContinued(input, file)))
      return { ...withNumber, ...now, state: 'waiting', fault: null, again: 0 };
    await refuseMoved(file);
    progress.displaced.keep(source, input, 'replaced');
    const anew: Input = { ...fresh, generation: Math.max(fresh.generation, input.generation + 1) };
    if (input.state === 'done' && !watch_events.includes('Modified')) return { ...anew, state: 'done' };
    console.state(source, `${file.name} was changed; it is read anew from its start`);
    return anew;
  }

  async #gone(source: HeldSource, name: string, isSure: () => Promise<boolean>): Promise<void> {
    const { progress, console } = this.#service;
    const input = progress.input(source, name);
    if (input === null || input.mark.kept === true) return;
    const isDeletion = source.settings.watch_events.includes('Deleted');
    const isTriedAgain = input.state === 'aside' && input.again > 0;
    if ((!isDeletion && input.state !== 'waiting' && !isTriedAgain) || !(await isSure())) return;
    if (isDeletion) {
      console.state(source, `${name} was deleted; a file put in its place is read as a new one`);
      progress.forgetDeleted(source, input);
    } else if (isTriedAgain) {
      console.state(source, `${name} is not there any more, and not tried again until it is`);
      progress.keepInput(source, { ...input, mark: { ...input.mark, gone: true }, again: 0 });
    } else {
      const fault = `It was removed after ${rowCount(input.rows)}, before it was read to its end.`;
      console.error(source, `${name}: ${fault}`);
      progress.keepInput(source, { ...input, mark: { ...input.mark, gone: true }, state: 'aside', fault });
    }
  }
}
