import { type FuzzField, type FuzzMapping, type FuzzType, UID } from './fields.ts';
import type { Random } from './random.ts';
import { randomValue } from './values.ts';

/** Types of which a document there has one value. */
const SINGLE: ReadonlySet<FuzzType> = new Set(['flat_object', 'wildcard', 'geo_shape', 'constant_keyword']);

/** What fits no number, date, address or point. */
const UNFIT: readonly unknown[] = ['no such thing', 'x', '2020-13-45'];

type Document = Readonly<Record<string, unknown>>;

/** A value, several, none, null or an empty list. */
function randomValues(random: Random, type: FuzzType, hasTwins: boolean): unknown {
  const dice = random.next();
  if (dice < 0.12) return undefined;
  if (SINGLE.has(type)) return randomValue(random, type);
  if (dice < 0.18) return null;
  if (dice < 0.22) return [];
  if (dice < 0.4) {
    const values = random.many(random.int(2, 4), () => randomValue(random, type));
    return hasTwins ? values : withoutTwins(values);
  }
  return randomValue(random, type);
}

/** Values are twins however they are written. */
function withoutTwins(values: readonly unknown[]): readonly unknown[] {
  const byText = new Map(
    values.map((value) => [typeof value === 'object' ? JSON.stringify(value) : String(value), value]),
  );
  return [...byText.values()];
}

function place(document: Record<string, unknown>, path: string, value: unknown): void {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) document[first] = value;
  else document[first] = { [rest.join('.')]: value };
}

/** Objects of a nested field, those of its inner field within them. */
function randomObjects(random: Random, fields: readonly FuzzField[], path: string): readonly Document[] {
  const members = fields.filter(({ nested }) => nested === path);
  const hasInner = fields.some(({ nested }) => nested === `${path}.k`);
  return random.many(random.int(0, 3), () => {
    const object: Record<string, unknown> = {};
    for (const { path: member, type } of members) {
      if (random.chance(0.8)) object[member.slice(path.length + 1)] = randomValue(random, type);
    }
    if (hasInner && random.chance(0.7)) object.k = randomObjects(random, fields, `${path}.k`);
    return object;
  });
}

/** Documents of a mapping, the first with uid 0. */
export function randomDocuments(random: Random, mapping: FuzzMapping, count: number): readonly Document[] {
  return Array.from({ length: count }, (_, uid) => randomDocument(random, mapping, uid));
}

export function randomDocument(random: Random, { fields, hasTwins }: FuzzMapping, uid: number): Document {
  const document: Record<string, unknown> = { [UID]: uid };
  for (const { path, type, nested, isDerived, isLenient } of fields) {
    if (nested !== null || isDerived) continue;
    const values = isLenient && random.chance(0.1) ? random.pick(UNFIT) : randomValues(random, type, hasTwins);
    if (values !== undefined) place(document, path, values);
  }
  const hasNested = fields.some(({ nested }) => nested === 'n');
  if (hasNested && random.chance(0.8)) document.n = randomObjects(random, fields, 'n');
  return document;
}
