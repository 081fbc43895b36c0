import { uploadsOf } from '../http/uploaded-files.ts';
import { filesOf, isContinued, isUnseen, oldestFirst, type Seen } from '../reading/files.ts';
import type { Glance, Input } from '../state/rows.ts';
import { isDue } from './pause.ts';
import type { Service } from './service.ts';
import type { HeldSource } from './task.ts';

/** What is not as it was left: among any number of files that were read to their end these are few. */
export interface Stirred {
  /** Files that are there, of which as many as stirred are held. */
  readonly seen: number;
  /** As many of them as lie at the place of the source, not among its uploads. */
  readonly placed: number;
  /** The oldest of the new ones, oldest first. */
  readonly fresh: readonly Seen[];
  /** Whether there are more new ones. */
  readonly isMore: boolean;
  /** Known ones that were changed or not read to their end, oldest first. */
  readonly known: readonly Seen[];
  /** Names under which no file is any more. */
  readonly gone: ReadonlySet<string>;
}

export const isChanged = (input: Pick<Glance, 'size' | 'mtime'>, file: Seen): boolean =>
  input.size !== file.size || input.mtime !== file.mtime;

/** Whether a file is not the one of a number, as far as file systems number theirs for good. */
export const hasOtherNumber = (ino: unknown, file: Seen): boolean =>
  typeof ino === 'number' && ino !== 0 && file.ino !== 0 && ino !== file.ino;

/** Whether a file may be another one, though its number, size and time of writing are those noted. */
export const isTouched = (touched: unknown, file: Seen): boolean =>
  typeof touched === 'number' && touched !== 0 && file.touched !== 0 && touched !== file.touched;

/** Whether nothing is to be done about a file. */
export const isAtRest = (glance: Glance, file: Seen, now: number): boolean =>
  glance.state !== 'waiting' &&
  !glance.isGone &&
  !isChanged(glance, file) &&
  !hasOtherNumber(glance.ino, file) &&
  !isTouched(glance.touched, file) &&
  !(glance.state === 'aside' && glance.again > 0 && isDue(glance.again, now, true));

/** What was read of a file does not stand under its name any more: less is there, or, once it grew again, something else. */
async function isCut(input: Input, file: Seen): Promise<boolean> {
  if (typeof input.mark.offset !== 'number' || isUnseen(file) || !isChanged(input, file)) return false;
  // one that went since has no say
  return file.size < input.mark.offset || !(await isContinued(input, file).catch(() => true));
}

/** Inputs among those known of which what was read is not there any more, the latest first. */
export async function cutAmong(
  { progress }: Service,
  source: HeldSource,
  known: readonly Seen[],
): Promise<readonly Input[]> {
  const cut: Input[] = [];
  for (const file of known) {
    const input = progress.input(source, file.name);
    if (input && (await isCut(input, file))) cut.push(input);
  }
  return cut.toSorted((a, b) => b.mtime - a.mtime || (a.name < b.name ? -1 : 1));
}

/** New files that one look takes on: those of a folder of any size would not fit into memory. */
const MOST_FRESH = 5000;

/** Holds the oldest of any number of files. */
class Oldest {
  #files: Seen[] = [];
  isMore = false;

  add(file: Seen): void {
    this.#files.push(file);
    if (this.#files.length >= 2 * MOST_FRESH) this.#cut();
  }

  get files(): readonly Seen[] {
    return this.#cut();
  }

  #cut(): readonly Seen[] {
    this.isMore ||= this.#files.length > MOST_FRESH;
    this.#files = oldestFirst(this.#files).slice(0, MOST_FRESH);
    return this.#files;
  }
}

/** Looks at the files of a source one by one. */
export async function stirredOf(service: Service, source: HeldSource): Promise<Stirred> {
  const { progress, settings, now } = service;
  const uploads = uploadsOf(settings.data, source);
  const fresh = new Oldest();
  const known: Seen[] = [];
  const waiting = new Set(progress.known.wanted(source));
  let [seen, placed, recognised] = [0, 0, 0];
  for await (const file of filesOf(source.source, uploads)) {
    seen++;
    if (!file.name.startsWith(`${uploads}/`)) placed++;
    waiting.delete(file.name);
    const glance = progress.known.glance(source, file.name);
    if (glance) recognised++;
    if (glance === null) fresh.add(file);
    else if (!isAtRest(glance, file, now())) known.push(file);
  }
  const isAsked = source.settings.watch_events.includes('Deleted');
  const isAny = isAsked && recognised !== progress.known.count(source);
  const gone = isAny ? await namesWithout(progress.known.names(source), filesOf(source.source, uploads)) : waiting;
  const oldest = fresh.files;
  return { seen, placed, fresh: oldest, isMore: fresh.isMore, known: oldestFirst(known), gone };
}

async function namesWithout(names: readonly string[], files: AsyncIterable<Seen>): Promise<ReadonlySet<string>> {
  const left = new Set(names);
  for await (const { name } of files) left.delete(name);
  return left;
}
