/** Where two answers differ: `hits.hits.3._score: 1.5 here, 1.2 there`. Of lists of other lengths only that is told. */
export function differences(ours: unknown, theirs: unknown, path = ''): readonly string[] {
  if (typeof ours === 'number' && typeof theirs === 'number') {
    return isNear(ours, theirs, path) ? [] : [said(path, ours, theirs)];
  }
  if (typeof ours === 'string' && typeof theirs === 'string' && isNearPoint(ours, theirs)) return [];
  if (Array.isArray(ours) && Array.isArray(theirs)) {
    if (theirs.length > 0 && [...ours, ...theirs].every(isWeighed)) {
      return differ(alikeByKey(ours), alikeByKey(theirs), path);
    }
    return differ(ours, theirs, path);
  }
  if (isMap(ours) && isMap(theirs)) return between(ours, theirs, path);
  return Object.is(ours, theirs) || (ours ?? null) === (theirs ?? null) ? [] : [said(path, ours, theirs)];
}

function differ(ours: readonly unknown[], theirs: readonly unknown[], path: string): readonly string[] {
  if (ours.length !== theirs.length) return [said(`${path}.length`, ours.length, theirs.length)];
  // which of a document's clauses, or of the fields that were not taken, is named first is a matter of hashes there
  const isSet = path.endsWith('.matched_queries') || /(^|\.)_ignored$/.test(path);
  const [mine, yours] = isSet ? [ours.toSorted(), theirs.toSorted()] : [ours, theirs];
  return mine.flatMap((each, i) => differences(each, yours[i], `${path}.${i}`));
}

interface Weighed {
  readonly key: string | number;
  readonly score: number;
}

const isWeighed = (value: unknown): value is Weighed => {
  const { key, score, doc_count } = Object(value);
  return key !== undefined && doc_count !== undefined && typeof score === 'number';
};

/** Terms that stand out alike come in the order of a heap there. */
const alikeByKey = (buckets: readonly Weighed[]): readonly Weighed[] =>
  buckets.toSorted((one, other) => other.score - one.score || (String(one.key) < String(other.key) ? -1 : 1));

type Map_ = Readonly<Record<string, unknown>>;
const isMap = (value: unknown): value is Map_ => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where one of these differs, all the rest is of something else: a search that failed, another hit, another bucket. */
const TELLING = ['status', '_id', 'key', 'doc_count'];

function between(ours: Map_, theirs: Map_, path: string): readonly string[] {
  const within = (key: string) => differences(ours[key], theirs[key], path === '' ? key : `${path}.${key}`);
  for (const key of TELLING) {
    const told = within(key);
    if (told.length > 0) return told;
  }
  // where others are found, all that is told and counted is of others
  const found = within('hits');
  const total = found.find((each) => /(^|\.)hits\.total\.value: /.test(each));
  if (total !== undefined) return [total];
  const keys = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
  return keys.filter((key) => !IGNORED.has(key)).flatMap((key) => (key === 'hits' ? found : within(key)));
}

/** What says nothing about the answer, or is an estimate there and exact here. */
const IGNORED = new Set([
  'took',
  '_shards',
  'doc_count_error_upper_bound',
  'bg_count',
  'meta',
  'timed_out',
  '_scroll_id',
  'pit_id',
  'creation_time',
  'reason',
  'description',
  'details',
  'caused_by',
  'root_cause',
  'resource.id',
  'resource.type',
  '_index_uuid',
  'index_uuid',
  '_shard',
  '_node',
]);

const said = (path: string, ours: unknown, theirs: unknown): string =>
  `${path}: ${JSON.stringify(ours) ?? 'nothing'} here, ${JSON.stringify(theirs) ?? 'nothing'} there`;

/** Scores within 1e-4, points within 1e-5 of a degree (they are kept in 32 bits there), other figures to ten digits. */
function isNear(ours: number, theirs: number, path: string): boolean {
  const off = Math.abs(ours - theirs);
  if (/(^|\.)(_score|max_score|options\.\d+\.score|_?explanation\.value)$/.test(path))
    return off <= 1e-4 * Math.max(1, Math.abs(theirs));
  if (/(^|\.)(lat|lon)$/.test(path)) return off <= 1e-5;
  return off <= 1e-9 * Math.max(1, Math.abs(ours), Math.abs(theirs));
}

const POINT = /^(-?\d[\d.E-]*), ?(-?\d[\d.E-]*)$/;

/** Two points as document values are written: `lat, lon`. */
function isNearPoint(ours: string, theirs: string): boolean {
  const [mine, yours] = [POINT.exec(ours), POINT.exec(theirs)];
  return mine !== null && yours !== null && [1, 2].every((i) => Math.abs(Number(mine[i]) - Number(yours[i])) <= 1e-5);
}
