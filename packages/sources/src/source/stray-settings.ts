const FILE = ['file'] as const;
const TEXT = ['delimiter', 'escapes', 'encoding', 'sheet', 'header_row', 'entry'] as const;
const JSON_FILE = ['path', 'beside'] as const;
const REST = ['url', 'verb', 'auth', 'headers', 'query', 'body', 'paging', 'path'] as const;
const SERVER = ['host', 'port', 'uid', 'pwd', 'database', 'table', 'tls', 'cursor'] as const;

const OF_BLOCK: Readonly<Record<string, readonly string[]>> = {
  file_json: [...FILE, ...JSON_FILE, 'entry'],
  csv: [...FILE, ...TEXT],
  spatial: [...FILE, 'url'],
};
const OF_PROVIDER: Readonly<Record<string, readonly string[]>> = {
  mysql: SERVER,
  sqlserver: SERVER,
  sqlite: [...FILE, 'table', 'cursor'],
  url: ['url', ...TEXT, ...JSON_FILE],
  rest: REST,
  platform: ['url', 'token', 'template', 'search'],
};
const CALLED: Readonly<Record<string, string>> = {
  mysql: 'a database',
  sqlserver: 'a database',
  sqlite: 'an SQLite file',
  url: 'a Url source',
  rest: 'a REST source',
  platform: 'another platform',
};

/** What others call them. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  password: 'pwd',
  pass: 'pwd',
  user: 'uid',
  username: 'uid',
  server: 'host',
  db: 'database',
  schema: 'database',
  ssl: 'tls',
  separator: 'delimiter',
  charset: 'encoding',
  method: 'verb',
  authentication: 'auth',
  address: 'url',
};

/** Letters to put in, take out, change or swap with the next one to come from one word to another (Damerau 1964, Levenshtein 1966). */
function editsBetween(one: string, other: string): number {
  let [older, row]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, i) => i)];
  const at = (of: readonly number[], i: number): number => of[i] ?? Number.POSITIVE_INFINITY;
  for (let i = 0; i < one.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < other.length; j++) {
      const isSwapped = i > 0 && j > 0 && one[i] === other[j - 1] && one[i - 1] === other[j];
      const changed = at(row, j) + (one[i] === other[j] ? 0 : 1);
      next.push(Math.min(changed, at(row, j + 1) + 1, at(next, j) + 1, isSwapped ? at(older, j - 1) + 1 : changed));
    }
    [older, row] = [row, next];
  }
  return at(row, other.length);
}

const LONGEST = 40;

/** The name that was meant, as far as that can be told. */
function meant(name: string, known: readonly string[]): string | null {
  const plain = name.toLowerCase().slice(0, LONGEST).replaceAll(/[-_ ]/g, '');
  const word = OTHER_WORDS[plain];
  if (word !== undefined && known.includes(word)) return word;
  const [nearest] = known
    .map((each) => ({ each, edits: editsBetween(plain, each.replaceAll('_', '')) }))
    .toSorted((a, b) => a.edits - b.edits);
  return nearest && nearest.edits <= Math.max(1, Math.floor(nearest.each.length / 3)) ? nearest.each : null;
}

/**
 * Settings of a block that are none: a misspelled one would be passed over, and the source read without what it was for.
 * @returns what is wrong, by the name of the setting
 */
export function straySettings(
  provider: unknown,
  block: string,
  settings: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  const of = String(provider);
  const known = OF_BLOCK[block] ?? (Object.hasOwn(OF_PROVIDER, of) ? OF_PROVIDER[of] : undefined);
  if (known === undefined) return {};
  const called = OF_BLOCK[block] === undefined ? CALLED[of] : `the block ${block}`;
  const strays = Object.keys(settings).filter((name) => !known.includes(name));
  return Object.fromEntries(
    strays.map((name) => {
      const near = meant(name, known);
      const hint = near === null ? '' : ` Did you mean '${near}'?`;
      return [name, `'${name}' is no setting of ${called}; there are ${known.join(', ')}.${hint}`];
    }),
  );
}
