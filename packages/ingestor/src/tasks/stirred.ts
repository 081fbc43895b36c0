import { uploadsOf } from '../http/uploaded-files.ts';
import { filesOf, oldestFirst, type Seen } from '../reading/files.ts';
import type { Glance, Input } from '../state/rows.ts';
import type { Service } from './service.ts';
import type { HeldSource } from './task.ts';

/** What is not as it was left: among any number of files that were read to their end these are few. */
export interface Stirred {
  /** Files that are there, of which as many as stirred are held. */
  readonly seen: number;
  /** New ones, oldest first. */
  readonly fresh: readonly Seen[];
  /** Known ones that were changed or not read to their end, oldest first. */
  readonly known: readonly Seen[];
  /** Names under which no file is any more. */
  readonly gone: ReadonlySet<string>;
}

export const isChanged = (input: Glance, file: Seen): boolean => input.size !== file.size || input.mtime !== file.mtime;

/** Whether nothing is to be done about a file. */
export const isAtRest = (glance: Glance, file: Seen, now: number): boolean =>
  glance.state !== 'waiting' &&
  !isChanged(glance, file) &&
  !(glance.state === 'aside' && glance.again > 0 && glance.again <= now);

/** Less of a file stands under its name than was read of it. */
const isCut = ({ mark }: Input, file: Seen): boolean => typeof mark.offset === 'number' && file.size < mark.offset;

/** Inputs among those known of which less is there than was read, the latest first. */
export const cutAmong = ({ progress }: Service, source: HeldSource, known: readonly Seen[]): readonly Input[] =>
  known
    .flatMap((file) => {
      const input = progress.input(source, file.name);
      return input && isCut(input, file) ? [input] : [];
    })
    .toSorted((a, b) => b.mtime - a.mtime || (a.name < b.name ? -1 : 1));

/** Looks at the files of a source one by one. */
export async function stirredOf(service: Service, source: HeldSource): Promise<Stirred> {
  const { progress, settings, now } = service;
  const uploads = uploadsOf(settings.data, source);
  const [fresh, known]: [Seen[], Seen[]] = [[], []];
  const waiting = new Set(progress.known.names(source, 'waiting'));
  let [seen, recognised] = [0, 0];
  for await (const file of filesOf(source.source, uploads)) {
    seen++;
    waiting.delete(file.name);
    const glance = progress.known.glance(source, file.name);
    if (glance) recognised++;
    if (glance === null) fresh.push(file);
    else if (!isAtRest(glance, file, now())) known.push(file);
  }
  const isAsked = source.settings.watch_events.includes('Deleted');
  const isAny = isAsked && recognised !== progress.known.count(source);
  const gone = isAny ? await namesWithout(progress.known.names(source), filesOf(source.source, uploads)) : waiting;
  return { seen, fresh: oldestFirst(fresh), known: oldestFirst(known), gone };
}

async function namesWithout(names: readonly string[], files: AsyncIterable<Seen>): Promise<ReadonlySet<string>> {
  const left = new Set(names);
  for await (const { name } of files) left.delete(name);
  return left;
}
