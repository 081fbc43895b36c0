import { type CompletionContext, type CompletionSuggester, decodeGeohash, encodeGeohash } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import type { CompletionEntry } from '../../documents/completions.ts';
import { type ContextMapping, hashOf, isPlace, levelsFor } from '../../documents/context-values.ts';
import { valuesAt } from '../fetch/values-at.ts';

/** A context that is asked for; `boost` is what it makes of a weight. */
interface Wanted {
  readonly name: string;
  readonly text: string;
  readonly isPrefix: boolean;
  readonly boost: number;
}

/** The contexts an entry must have one of; null when the field has none. */
export function wantedContexts(
  mapped: readonly ContextMapping[],
  { contexts, field }: CompletionSuggester,
): readonly Wanted[] | null {
  if (mapped.length === 0) {
    if (contexts === undefined) return null;
    throw malformed(`suggester [${field}] doesn't expect any context`, 'Leave out contexts: the field has none.');
  }
  const wanted = Object.entries(contexts ?? {}).flatMap(([name, list]) => {
    const mapping = mapped.find((each) => each.name === name);
    if (mapping === undefined)
      throw malformed(`Unknown context name [${name}], must be one of [${mapped.map((each) => each.name).join(', ')}]`);
    return list.flatMap((each) => (mapping.type === 'geo' ? cellsOf(mapping, each) : [categoryOf(name, each)]));
  });
  if (wanted.length === 0) throw malformed('Missing mandatory contexts in context query', 'Give contexts.');
  return wanted;
}

function categoryOf(name: string, { context, boost, isPrefix }: CompletionContext): Wanted {
  if (context === null || typeof context === 'object')
    throw malformed(
      'category context must be an object, string, number or boolean',
      `Correct contexts.${name}: got ${JSON.stringify(context)}.`,
    );
  return { name, text: String(context), isPrefix, boost };
}

/** The cell of a point, with those around it where it is as fine as the cells of the field; coarser ones as they are asked for. */
function cellsOf({ name, precision }: ContextMapping, given: CompletionContext): readonly Wanted[] {
  const levels = Math.min(levelsFor(given.precision ?? precision), levelsFor(precision));
  const own = hashOf(given.context, levels);
  const isFine = own.length === levelsFor(precision);
  const coarser = (given.neighbours ?? []).map(levelsFor).filter((each) => each < own.length);
  const around = given.neighbours?.length ? coarser : isFine ? [levels] : [];
  const cells = new Set([own, ...around.flatMap((level) => neighboursOf(hashOf(given.context, level)))]);
  return [...cells].map((text) => ({ name, text, isPrefix: true, boost: given.boost }));
}

function neighboursOf(hash: string): readonly string[] {
  const { west, east, south, north } = decodeGeohash(hash);
  const [lat, lon] = [(south + north) / 2, (west + east) / 2];
  const cells = [-1, 0, 1].flatMap((up) =>
    [-1, 0, 1].map((right) => [lat + up * (north - south), lon + right * (east - west)] as const),
  );
  return cells
    .filter(([y]) => Math.abs(y) <= 90)
    .map(([y, x]) => encodeGeohash(y, ((((x + 180) % 360) + 360) % 360) - 180, hash.length));
}

/** Contexts of an entry: its own, and those its document gives at the paths of the mapping. */
export function entryContexts(
  { contexts }: CompletionEntry,
  mapped: readonly ContextMapping[],
  source: () => unknown,
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    mapped.flatMap((context) => {
      const { name, type, path, precision } = context;
      const own = contexts[name] ?? [];
      const values = own.length > 0 || path === undefined ? own : valuesOf(context, path, source());
      if (values.length === 0) return [];
      const shown = (each: unknown) => (type === 'geo' ? hashOf(each, levelsFor(precision)) : textOf(each));
      return [[name, values.map(shown)] as const];
    }),
  );
}

/** Places are of plain numbers, categories have the digits they were written with. */
function valuesOf({ type }: ContextMapping, path: string, source: unknown): readonly unknown[] {
  const steps = path.split('.');
  return type === 'geo'
    ? valuesAt(JSON.parse(JSON.stringify(source)), steps, undefined, isPlace)
    : valuesAt(source, steps);
}

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** The best boost of the contexts asked for that are among an entry's; null when none is. */
export function boostOf(
  wanted: readonly Wanted[],
  contexts: Readonly<Record<string, readonly string[]>>,
): { readonly boost: number; readonly matched: Readonly<Record<string, readonly string[]>> } | null {
  const found = wanted.flatMap(({ name, text, isPrefix, boost }) =>
    (contexts[name] ?? [])
      .filter((each) => (isPrefix ? each.startsWith(text) || text.startsWith(each) : each === text))
      .map((each) => ({ name, each, boost })),
  );
  if (found.length === 0) return null;
  const matched = Object.fromEntries(
    [...Map.groupBy(found, ({ name }) => name)].map(([name, list]) => [
      name,
      [...new Set(list.map(({ each }) => each))],
    ]),
  );
  return { boost: Math.max(...found.map(({ boost }) => boost)), matched };
}
