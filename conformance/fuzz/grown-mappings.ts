import type { Call } from './calls.ts';
import { UID } from './fields.ts';
import type { Random } from './random.ts';

type Body = Readonly<Record<string, unknown>>;

const VALUES: readonly unknown[] = [
  'alpha beta',
  '2020-01-01',
  '2020/01/01',
  '2020/01/01 10:00:00',
  '2020-01-01T10:00:00Z',
  '12',
  '1.5',
  'true',
  '',
  0,
  7,
  -1.5,
  1e30,
  2 ** 40,
  true,
  false,
  null,
  [],
  [null],
  [1, 2],
  ['a', 'b'],
  ['2020-01-01', 'x'],
  {},
  { in: 'x' },
  { in: { deep: 1 } },
  [{ in: 1 }, { in: 2, more: 'x' }],
  [[1], [2]],
];

const NAMES = ['g0', 'g1', 'g2', 's_name', 'n_count', 'o.dotted', 'o', 'o.dotted.far'];

/** What dynamic templates do with new fields. */
const TEMPLATES: readonly Body[] = [
  { texts: { match_mapping_type: 'string', mapping: { type: 'keyword' } } },
  { names: { match: 's_*', mapping: { type: 'text', fields: { raw: { type: 'keyword' } } } } },
  { counts: { match: 'n_*', match_mapping_type: 'long', mapping: { type: 'integer' } } },
  { inner: { path_match: 'o.*', mapping: { type: '{dynamic_type}', store: true } } },
  { by_pattern: { match_pattern: 'regex', match: '^g[01]$', mapping: { index: false } } },
  { unless: { match: '*', unmatch: 'g*', match_mapping_type: 'double', mapping: { type: 'float' } } },
];

const ROOTS: readonly Body[] = [
  {},
  {},
  { dynamic: 'strict' },
  { dynamic: false },
  { date_detection: false },
  { numeric_detection: true },
  { dynamic_date_formats: ['yyyy-MM-dd', 'yyyy/MM/dd'] },
];

/** Documents with fields nobody mapped, and the mapping they leave behind. */
export function grownMapping(random: Random): readonly Call[] {
  const templates = random.maybe(0.4, () => ({
    dynamic_templates: [...new Set(random.many(random.int(1, 3), () => random.pick(TEMPLATES)))],
  }));
  const mappings = { ...random.pick(ROOTS), ...templates };
  const document = (uid: number): Body => ({
    [UID]: uid,
    ...Object.fromEntries(random.many(random.int(1, 4), () => [random.pick(NAMES), random.pick(VALUES)])),
  });
  const settings = { number_of_shards: 1, number_of_replicas: 0 };
  return [
    { method: 'DELETE', path: '~/$index-copy?ignore_unavailable=true' },
    { method: 'PUT', path: '~/$index-copy', body: { settings, mappings } },
    ...random
      .many(random.int(1, 5), () => random.int(0, 9))
      .map((uid): Call => ({ method: 'PUT', path: `~/$index-copy/_doc/${uid}?refresh=true`, body: document(uid) })),
    { method: 'GET', path: '~/$index-copy/_mapping?filter_path=*.mappings' },
    { method: 'GET', path: '~/$index-copy/_field_caps?fields=*' },
    {
      method: 'POST',
      path: '~/$index-copy/_search',
      body: { size: 20, sort: [{ [UID]: { order: 'asc', unmapped_type: 'long' } }], fields: ['*'] },
    },
    { method: 'DELETE', path: '~/$index-copy' },
  ];
}
