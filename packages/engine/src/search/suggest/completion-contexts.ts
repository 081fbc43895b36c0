import {
  type CompletionContext,
  type CompletionSuggester,
  decodeGeohash,
  encodeGeohash,
  readDistance,
  readPoint,
} from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import type { CompletionEntry, ContextMapping } from '../../documents/completions.ts';
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

const LEVELS = 12;
const USUAL = 6;
const EQUATOR = 40_075_016.685_578_49;
const POLAR = 6_356_752.314_245;
const RADIUS = 6_378_137;

/** Letters of a geohash whose cells are that fine: a number of letters or a length. As OpenSearch's GeoUtils. */
export function levelsFor(precision: unknown): number {
  if (precision === undefined || precision === null) return USUAL;
  if (typeof precision === 'number' || /^\d+$/.test(String(precision))) return Math.min(Number(precision), LEVELS);
  const width = readDistance(precision, 'precision') / (1 + POLAR / (2 * RADIUS));
  if (!(width > 0)) return LEVELS;
  const bits = Math.ceil(Math.log2(Math.ceil(EQUATOR / width)));
  const full = Math.floor(bits / 5);
  const left = bits - full * 5;
  return Math.min(LEVELS, 2 * full + (left > 0 ? 1 : 0) + (left > 3 ? 1 : 0));
}

const hashOf = (value: unknown, levels: number): string => {
  if (typeof value === 'string' && /^[0-9b-hjkmnp-z]+$/i.test(value)) return value.toLowerCase().slice(0, levels);
  const { lat, lon } = readPoint(value, 'contexts');
  return encodeGeohash(lat, lon, levels);
};

/** The cell of a point with those around it. */
function cellsOf({ name, precision }: ContextMapping, given: CompletionContext): readonly Wanted[] {
  const levels = Math.min(levelsFor(given.precision ?? precision), levelsFor(precision));
  const around = given.neighbours?.map(levelsFor) ?? [levels];
  const own = hashOf(given.context, levels);
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
    mapped.flatMap(({ name, type, path, precision }) => {
      const own = contexts[name] ?? [];
      const values = own.length > 0 || path === undefined ? own : valuesAt(source(), path.split('.'));
      if (values.length === 0) return [];
      return [
        [name, values.map((each) => (type === 'geo' ? hashOf(each, levelsFor(precision)) : String(each)))] as const,
      ];
    }),
  );
}

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
