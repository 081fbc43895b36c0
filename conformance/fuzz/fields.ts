import type { Random } from './random.ts';

export type FuzzType = 'keyword' | 'text' | 'long' | 'integer' | 'double' | 'boolean' | 'date' | 'geo_point';

/** A field of a random mapping; `path` is how a request names it. */
export interface FuzzField {
  readonly path: string;
  readonly type: FuzzType;
  /** The nested field it stands in. */
  readonly nested: string | null;
}

export interface FuzzMapping {
  readonly fields: readonly FuzzField[];
  readonly body: Readonly<Record<string, unknown>>;
}

const TYPES: readonly FuzzType[] = ['keyword', 'text', 'long', 'integer', 'double', 'boolean', 'date', 'geo_point'];

/** Every document has it, each its own: the order of hits hangs on nothing else. */
export const UID = 'uid';

/** A random mapping: plain fields of most types, sometimes objects and a nested field. */
export function randomMapping(random: Random): FuzzMapping {
  const fields: FuzzField[] = [];
  const properties: Record<string, unknown> = { [UID]: { type: 'long' } };
  for (let i = 0; i < random.int(4, 8); i++) {
    const type = random.pick(TYPES);
    const isInside = random.chance(0.2);
    const name = `f${i}`;
    if (isInside) properties[`o${i}`] = { properties: { [name]: { type } } };
    else properties[name] = { type };
    fields.push({ path: isInside ? `o${i}.${name}` : name, type, nested: null });
  }
  if (random.chance(0.5)) {
    const members = random.many(random.int(2, 3), () => random.pick(['keyword', 'long', 'date'] as const));
    properties.n = { type: 'nested', properties: Object.fromEntries(members.map((type, i) => [`m${i}`, { type }])) };
    fields.push(...members.map((type, i): FuzzField => ({ path: `n.m${i}`, type, nested: 'n' })));
  }
  return { fields, body: { properties } };
}

const WORDS = ['alpha', 'beta', 'Gamma', 'delta-echo', 'foxtrot', 'été', 'straße', '東京', 'a.b', 'x_y', 'the', 'Ж'];
const KEYWORDS = ['a', 'b', 'B', 'c d', 'ä', 'z*', '', '🙂', 'a'.repeat(300)];
const LONGS = [0, 1, -1, 2, 3, 7, 42, 100, -100, 2 ** 31, 2 ** 53 - 1, -(2 ** 53) + 1];
const INTEGERS = [0, 1, -1, 5, 10, 1000, 2 ** 31 - 2, -(2 ** 31) + 1];
const DOUBLES = [0, -0.5, 1.5, 3.25, 100.125, 1e4, -1e4, 0.1, 0.375];
const DATES = [
  '2020-01-01',
  '2020-03-29T01:30:00Z',
  '2020-10-25T00:30:00Z',
  '2021-12-31T23:59:59.999Z',
  '1969-07-20',
  '2024-02-29T12:00:00+02:00',
  0,
  1_600_000_000_000,
];
const POINTS = [
  { lat: 0, lon: 0 },
  { lat: 52.5, lon: 13.4 },
  { lat: -33.9, lon: 151.2 },
  { lat: 40.7, lon: -74 },
  { lat: 89.9, lon: 179.9 },
  { lat: -6.2, lon: 106.8 },
];

/** One value a field of this type takes. */
export function randomValue(random: Random, type: FuzzType): unknown {
  switch (type) {
    case 'keyword':
      return random.pick(KEYWORDS);
    case 'text':
      return random.many(random.int(1, 6), () => random.pick(WORDS)).join(' ');
    case 'long':
      return random.pick(LONGS);
    case 'integer':
      return random.pick(INTEGERS);
    case 'double':
      return random.pick(DOUBLES);
    case 'boolean':
      return random.chance(0.5);
    case 'date':
      return random.pick(DATES);
    case 'geo_point':
      return random.pick(POINTS);
  }
}

/** A value, several, none, null or an empty list. */
function randomValues(random: Random, type: FuzzType): unknown {
  const dice = random.next();
  if (dice < 0.12) return undefined;
  if (dice < 0.18) return null;
  if (dice < 0.22) return [];
  if (dice < 0.4) return random.many(random.int(2, 4), () => randomValue(random, type));
  return randomValue(random, type);
}

type Document = Readonly<Record<string, unknown>>;

function place(document: Record<string, unknown>, path: string, value: unknown): void {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) document[first] = value;
  else document[first] = { [rest.join('.')]: value };
}

/** Documents of a mapping, the first with uid 0. */
export function randomDocuments(random: Random, { fields }: FuzzMapping, count: number): readonly Document[] {
  return Array.from({ length: count }, (_, uid) => {
    const document: Record<string, unknown> = { [UID]: uid };
    for (const { path, type, nested } of fields) {
      if (nested !== null) continue;
      const values = randomValues(random, type);
      if (values !== undefined) place(document, path, values);
    }
    const members = fields.filter(({ nested }) => nested === 'n');
    if (members.length > 0 && random.chance(0.8)) {
      document.n = random.many(random.int(0, 3), () =>
        Object.fromEntries(
          members.flatMap(({ path, type }) => (random.chance(0.8) ? [[path.slice(2), randomValue(random, type)]] : [])),
        ),
      );
    }
    return document;
  });
}
