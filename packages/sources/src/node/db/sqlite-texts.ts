import { isUtf8 } from 'node:buffer';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { decoderOf } from '../../csv/encoding.ts';
import { sqliteName } from './sqlite-values.ts';

type Values = readonly SQLOutputValue[];

/** Texts that are read otherwise than SQLite gives them, by the place of their column, of some rows. */
export type OtherTexts = ReadonlyMap<Values, ReadonlyMap<number, string>>;

/** No text is of another encoding. */
export const NO_OTHER_TEXTS: OtherTexts = new Map();

const REPLACEMENT = '\ufffd';

const isDoubtful = (value: SQLOutputValue | undefined): boolean =>
  typeof value === 'string' && value.includes(REPLACEMENT);

/** As programs of Windows wrote them, each byte a letter: of what they wrote nothing is lost. */
function otherText(bytes: SQLOutputValue | undefined): string | null {
  return bytes instanceof Uint8Array && !isUtf8(bytes) ? decoderOf('latin1').decode(bytes) : null;
}

/**
 * The texts of some rows that are no UTF-8, read as Windows-1252: SQLite takes any bytes for a text, and gives a mark in the place of
 * those it cannot read. `bytesOf` reads what a list of expressions gives for the same rows, in the same moment.
 */
export function otherTexts(
  db: DatabaseSync,
  columns: readonly string[],
  rows: readonly Values[],
  bytesOf: (select: string) => Iterable<Values>,
): OtherTexts {
  const doubtful = columns.flatMap((_, i) => (rows.some((row) => isDoubtful(row[i])) ? [i] : []));
  // of UTF-16 a half of a pair is all that can be wrong
  if (doubtful.length === 0 || db.prepare('PRAGMA encoding').get()?.encoding !== 'UTF-8') return NO_OTHER_TEXTS;
  const select = doubtful.map((i) => {
    const column = sqliteName(columns[i] ?? '');
    return `CASE typeof(${column}) WHEN 'text' THEN CAST(${column} AS BLOB) END`;
  });
  const found = new Map<Values, ReadonlyMap<number, string>>();
  let at = 0;
  for (const bytes of bytesOf(select.join(', '))) {
    const row = rows[at++];
    if (row === undefined) break;
    const texts = doubtful.flatMap((i, place) => {
      const text = isDoubtful(row[i]) ? otherText(bytes[place]) : null;
      return text === null ? [] : [[i, text] as const];
    });
    if (texts.length > 0) found.set(row, new Map(texts));
  }
  return found;
}

/** What is to be told of them; null where there are none. */
export function otherTextsNote(columns: readonly string[], rows: readonly Values[], texts: OtherTexts): string | null {
  const found = rows.flatMap((row) => [...(texts.get(row) ?? [])]);
  const [first] = found;
  if (!first) return null;
  const column = columns[first[0]] ?? '';
  return `Texts of ${column} are no UTF-8 and are read as Windows-1252, as ${JSON.stringify(first[1].slice(0, 40))}.`;
}
