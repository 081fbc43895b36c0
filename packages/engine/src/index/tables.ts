import { columnTypes, type FieldColumn, type IndexLayout } from './layout.ts';

/** Tables of the file itself: which indexes there are, what came in, what was refused, how far the stream was read. */
export const CATALOGUE_DDL: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS catalogue (
    id INTEGER, name VARCHAR, definition VARCHAR, numbers VARCHAR, next_doc BIGINT, next_segment INTEGER,
    documents BIGINT, deleted BIGINT, refreshed BIGINT)`,
  `CREATE TABLE IF NOT EXISTS ledgers (
    seq BIGINT, batch VARCHAR, index_name VARCHAR, request_id VARCHAR, ts BIGINT, took BIGINT,
    read BIGINT, accepted BIGINT, replaced BIGINT, unchanged BIGINT, rejected BIGINT)`,
  // of a batch of several files: what became of the rows of each
  'ALTER TABLE ledgers ADD COLUMN IF NOT EXISTS parts VARCHAR',
  'CREATE TABLE IF NOT EXISTS rejects (batch VARCHAR, line BIGINT, raw VARCHAR, cells VARCHAR)',
  // the row as it came, once somebody has changed it
  'ALTER TABLE rejects ADD COLUMN IF NOT EXISTS origin VARCHAR',
  'CREATE TABLE IF NOT EXISTS mended (batch VARCHAR, line BIGINT, origin VARCHAR, ts BIGINT)',
  `CREATE TABLE IF NOT EXISTS replays (
    batch VARCHAR, index_name VARCHAR, request_id VARCHAR, ts BIGINT, user_name VARCHAR,
    read BIGINT, accepted BIGINT, replaced BIGINT, unchanged BIGINT, rejected BIGINT)`,
  `CREATE TABLE IF NOT EXISTS undone (
    batch VARCHAR, index_name VARCHAR, ts BIGINT, user_name VARCHAR, removed BIGINT, restored BIGINT, kept BIGINT)`,
  'CREATE TABLE IF NOT EXISTS history_since (index_name VARCHAR, since BIGINT)',
  'CREATE TABLE IF NOT EXISTS positions (topic VARCHAR, part INTEGER, next BIGINT)',
  'CREATE TABLE IF NOT EXISTS sequences (id INTEGER, next BIGINT)',
  'CREATE TABLE IF NOT EXISTS shapes (id INTEGER, shape INTEGER, template VARCHAR)',
  'CREATE TABLE IF NOT EXISTS waiting_texts (id INTEGER, first BIGINT)',
  'CREATE TABLE IF NOT EXISTS names (kind VARCHAR, name VARCHAR, body VARCHAR)',
  'CREATE TABLE IF NOT EXISTS segments (table_name VARCHAR, segment INTEGER, docs BIGINT, tokens BIGINT, terms BIGINT)',
  // the first document of a segment and the last
  'ALTER TABLE segments ADD COLUMN IF NOT EXISTS first_doc BIGINT',
  'ALTER TABLE segments ADD COLUMN IF NOT EXISTS last_doc BIGINT',
];

/** No two ids are alike: DuckDB would try them as a dictionary, which takes twice as long for the same size. */
const ZSTD = 'USING COMPRESSION zstd';
const ID = `_id VARCHAR ${ZSTD}`;

const DOC_COLUMNS = `_doc BIGINT, ${ID}, _version INTEGER`;

const ddlOf = (columns: readonly FieldColumn[]): string =>
  columns
    .flatMap(columnTypes)
    .map(([name, type]) => `, ${name} ${type}`)
    .join('');

/**
 * Segments of a text field that may still be joined stand in a table of their own: DuckDB writes small pieces of a table anew as one
 * once anything is added, and all words of a million documents are a small piece.
 */
export const smallPostings = (postings: string): string => `${postings}_small`;

/** As it is: DuckDB would unpack thousands of others with the one that is asked for, and what is packed already gets no smaller. */
const AS_IT_IS = 'USING COMPRESSION uncompressed';

/** Terms of one text field, in how many documents each is, and what `WordPacker` made of where; some segments do not tell places. */
export const postingsDdl = (postings: string): readonly string[] =>
  [postings, smallPostings(postings)].map(
    (table) =>
      `CREATE TABLE IF NOT EXISTS ${table} (segment INTEGER, term VARCHAR ${AS_IT_IS}, documents INTEGER, data BLOB ${AS_IT_IS}, places BLOB ${AS_IT_IS})`,
  );

/** What a column is packed by that DuckDB is not left to choose for. */
const PACKED: Readonly<Record<string, string>> = { _id: ZSTD };

/**
 * The documents table with given columns, name and type each.
 * @param asTheyAre columns that are not packed
 */
export function docsDdl(
  docs: string,
  columns: readonly (readonly [name: string, type: string])[],
  asTheyAre: ReadonlySet<string>,
): string {
  const packing = (name: string): string => (asTheyAre.has(name) ? AS_IT_IS : (PACKED[name] ?? ''));
  return `CREATE TABLE ${docs} (${columns.map(([name, type]) => `${name} ${type} ${packing(name)}`).join(', ')})`;
}

/** Statements that make the tables of an index. Stored documents have no history: OpenSearch keeps none either. */
export function createTables(layout: IndexLayout): readonly string[] {
  const columns = ddlOf([...layout.system, ...layout.own]);
  const own =
    layout.definition.source === 'stored'
      ? [`CREATE TABLE ${layout.docs} (_doc BIGINT, ${ID}, _version BIGINT, _source VARCHAR, _shape INTEGER${columns})`]
      : [
          `CREATE TABLE ${layout.docs} (${DOC_COLUMNS}${columns})`,
          `CREATE TABLE ${layout.history} (${DOC_COLUMNS}${columns}, _until BIGINT, _until_batch VARCHAR)`,
        ];
  return [...own, `CREATE TABLE ${layout.gone} (_doc BIGINT)`, ...postingsOf(layout).flatMap(postingsDdl)];
}

/** What a file has that may be of an earlier version. */
interface EarlierTables {
  readonly tables: ReadonlySet<string>;
  /** Those of words whose documents stand in lists. */
  readonly listed: ReadonlySet<string>;
}

/**
 * Statements that bring the tables of an index made by an earlier version to what is expected now. One
 * made before documents were kept by shape has no column for it, and its documents keep their text. The words of one made before they were
 * packed are written anew.
 */
export const asOfNow = (layout: IndexLayout, { tables, listed }: EarlierTables): readonly string[] => [
  ...(layout.definition.source === 'stored'
    ? [`ALTER TABLE ${layout.docs} ADD COLUMN IF NOT EXISTS _shape INTEGER`]
    : []),
  ...postingsOf(layout)
    .filter((postings) => !tables.has(smallPostings(postings)))
    .flatMap(postingsDdl),
  ...(postingsOf(layout).some((postings) => listed.has(postings)) ? wordsAnew(layout) : []),
];

/** Statements that forget all words of an index, and note that those of all its documents wait to be written. */
const wordsAnew = (layout: IndexLayout): readonly string[] => [
  ...postingsOf(layout).flatMap((postings) => [...dropPostings(postings), ...postingsDdl(postings)]),
  `DELETE FROM waiting_texts WHERE id = ${layout.id}`,
  `INSERT INTO waiting_texts VALUES (${layout.id}, 0)`,
];

/**
 * Statements that bring the tables from one layout to the next, which adds fields and takes some out. Values of those stay where they
 * are, for when the field is there again; their words go, since nobody keeps them up.
 */
export function extendTables(before: IndexLayout, after: IndexLayout): readonly string[] {
  const added = after.own.filter((column) => !before.fields.has(column.path));
  const searched = new Set(postingsOf(after));
  return [
    ...postingsOf(before)
      .filter((postings) => !searched.has(postings))
      .flatMap(dropPostings),
    ...[after.docs, after.history].flatMap((table) =>
      added.flatMap(columnTypes).map(([name, type]) => `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS ${name} ${type}`),
    ),
    ...added.flatMap(({ postings }) => (postings ? [...dropPostings(postings), ...postingsDdl(postings)] : [])),
  ];
}

/** Statements that forget all words of a text field. */
export const dropPostings = (postings: string): readonly string[] => [
  ...[postings, smallPostings(postings)].map((table) => `DROP TABLE IF EXISTS ${table}`),
  `DELETE FROM segments WHERE table_name = '${postings}'`,
];

export const dropTables = (layout: IndexLayout): readonly string[] =>
  tablesOf(layout).map((table) => `DROP TABLE IF EXISTS ${table}`);

/** Every table of the index. */
export const tablesOf = (layout: IndexLayout): readonly string[] => [
  layout.docs,
  ...(layout.definition.source === 'stored' ? [] : [layout.history]),
  layout.gone,
  ...postingsOf(layout).flatMap((postings) => [postings, smallPostings(postings)]),
];

/** Postings tables of the index; an alias has those of the field it stands for. */
export const postingsOf = (layout: IndexLayout): readonly string[] => [
  ...new Set([...layout.fields.values()].flatMap((column) => column.postings ?? [])),
];
