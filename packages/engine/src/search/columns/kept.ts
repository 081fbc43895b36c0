import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexLayout } from '../../index/layout.ts';
import type { Sql } from '../sql.ts';
import type { Codes } from './coded.ts';
import { grown } from './grown.ts';
import { Lookup } from './lookup.ts';
import { PackedTexts } from './packed-texts.ts';
import { FEW, type ReadKeys, type ReadNumbers, readHashes, readKeys, readNumbers, readTexts } from './read-columns.ts';
import type { IndexVersion } from './version.ts';

/** A column in memory. */
export interface Kept {
  /** The state it was read at: later ones see no other values in the documents it knows. */
  readonly nextDoc: number;
  readonly deleted: number;
}

export interface KeptCodes extends Kept {
  /** Tells one way of numbering from another; values that come later get the next numbers of the same. */
  readonly numbering: string;
  readonly codes: Codes;
  /** Values of each column by number; number 0 is NULL in all of them. */
  readonly rows: readonly (readonly unknown[])[];
}

export interface KeptNumbers extends Kept {
  readonly values: Float64Array;
}

export interface KeptTexts extends Kept {
  readonly texts: PackedTexts;
}

/** Where documents with a text may be, of a column whose texts are too much to be kept. */
export interface KeptPlaces extends Kept {
  readonly lookup: Lookup;
}

/** Where columns are read, and the state they are read at. */
export interface Source {
  readonly connection: DuckDBConnection;
  readonly layout: IndexLayout;
  readonly version: IndexVersion;
  /** Different values up to which a column is numbered. */
  readonly mostKeys: number;
}

/** A column that has too many different values, or numbers that do not fit. */
export const UNFIT = 'unfit';

let numberings = 0;

/** Reads the column of a few documents, from one on. */
export type ReadFew = (from: number) => Promise<ReadKeys>;

const areFew = ({ nextDoc }: IndexVersion, known: Kept): boolean => nextDoc - known.nextDoc <= FEW;

/** What documents have for some expressions together, numbered; what is known already keeps its numbers. */
export async function keptCodes(
  { connection, layout, version, mostKeys }: Source,
  expressions: readonly Sql[],
  known: KeptCodes | null,
  readFew: ReadFew,
): Promise<KeptCodes | typeof UNFIT> {
  const given = { connection, table: layout.docs, expressions, from: known?.nextDoc ?? 0, most: mostKeys };
  const read = known !== null && areFew(version, known) ? await readFew(known.nextDoc) : await readKeys(given);
  if (read === null) return UNFIT;
  const rows = known === null ? [expressions.map(() => null)] : [...known.rows];
  const numbers = new Map(rows.map((row, number) => [rowKey(row), number]));
  const numberOf = Uint32Array.from(read.keys, (row) => {
    const key = rowKey(row);
    const own = numbers.get(key) ?? rows.push(row) - 1;
    numbers.set(key, own);
    return own;
  });
  if (rows.length > mostKeys) return UNFIT;
  const { nextDoc, deleted } = version;
  const codes = codesOf(known?.codes ?? null, rows.length, nextDoc);
  const { docs, places } = read;
  for (let i = 0; i < docs.length; i++) codes[docs[i] ?? 0] = numberOf[places[i] ?? 0] ?? 0;
  const numbering = known?.numbering ?? `${layout.id}#${numberings++}`;
  return { numbering, codes, rows, nextDoc, deleted };
}

/** Codes of `length` documents, of those behind the known ones 0. */
function codesOf(known: Codes | null, keys: number, length: number): Codes {
  if (known !== null && (keys <= 256 || known instanceof Uint16Array))
    return grown(known, length).fill(0, known.length);
  const codes = keys > 256 ? new Uint16Array(length) : new Uint8Array(length);
  if (known !== null) codes.set(known);
  return codes;
}

/** A column of numbers that fit into a double. */
export async function keptNumbers(
  { connection, layout, version }: Source,
  column: Sql,
  known: KeptNumbers | null,
  readFew: ReadFew,
): Promise<KeptNumbers | typeof UNFIT> {
  const read =
    known !== null && areFew(version, known)
      ? numbersIn(await readFew(known.nextDoc))
      : await readNumbers(connection, layout.docs, column, known?.nextDoc ?? 0);
  const { nextDoc, deleted } = version;
  const values = known === null ? new Float64Array(nextDoc) : grown(known.values, nextDoc);
  values.fill(Number.NaN, known?.nextDoc ?? 0);
  for (let i = 0; i < read.docs.length; i++) {
    const value = read.values[i] ?? Number.NaN;
    if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return UNFIT;
    values[read.docs[i] ?? 0] = value;
  }
  return { values, nextDoc, deleted };
}

function numbersIn({ docs, keys }: ReadKeys): ReadNumbers {
  const values = keys.map(([value]) => value);
  const isThere = (_: unknown, at: number): boolean => values[at] !== null;
  return { docs: docs.filter(isThere), values: Float64Array.from(values.filter(isThere), Number) };
}

/** A column of texts. */
export async function keptTexts(
  { connection, layout, version }: Source,
  column: Sql,
  known: KeptTexts | null,
): Promise<KeptTexts> {
  const { nextDoc, deleted } = version;
  const read = await readTexts(connection, layout.docs, column, { from: known?.nextDoc ?? 0, to: nextDoc });
  const texts = new PackedTexts(nextDoc, read.bytes, known?.texts ?? null);
  read.each((doc, bytes, from, to) => texts.add(doc, bytes, from, to));
  texts.trim();
  return { texts, nextDoc, deleted };
}

/** A column of texts by their hashes alone. */
export async function keptPlaces(
  { connection, layout, version }: Source,
  column: Sql,
  known: KeptPlaces | null,
): Promise<KeptPlaces> {
  const { nextDoc, deleted } = version;
  const before = known?.lookup.takes(nextDoc) ? known.lookup : null;
  const from = before?.capacity ?? 0;
  const hashes = await readHashes(connection, layout.docs, column, { from, to: nextDoc });
  const hashOf = (doc: number): number | null => hashes[doc - from] || null;
  return { lookup: before?.upTo(nextDoc, hashOf) ?? new Lookup(nextDoc, hashOf), nextDoc, deleted };
}

const rowKey = (row: readonly unknown[]): string =>
  row.length === 1 ? keyText(row[0]) : row.map((each) => `${keyText(each).length}:${keyText(each)}`).join('');

const keyText = (key: unknown): string => (key === null ? '' : `${typeof key}${String(key)}`);

/** What keeping a column takes. */
export function bytesOf(kept: Kept): number {
  if ('values' in kept) return (kept as KeptNumbers).values.buffer.byteLength;
  if ('lookup' in kept) return (kept as KeptPlaces).lookup.byteLength;
  if ('texts' in kept) return (kept as KeptTexts).texts.byteLength;
  const { codes, rows } = kept as KeptCodes;
  return codes.buffer.byteLength + rows.reduce((sum, row) => sum + keysBytes(row) + 64, 0);
}

/** About what JavaScript takes for values. */
export const keysBytes = (keys: readonly unknown[]): number =>
  keys.reduce<number>((sum, key) => sum + (typeof key === 'string' ? 40 + 2 * key.length : 16), 0);
