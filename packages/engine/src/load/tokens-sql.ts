import type { AnyAnalyser } from '@datasarana/query';
import { name, type Sql, sql } from '../search/sql.ts';

/** Tokens of an ASCII text in SQL, one place after another, or null when only JavaScript knows the analyser. */
export function wordsOf(text: Sql, analyser: AnyAnalyser): Sql | null {
  // As the standard tokenizer cuts (UAX #29): letters may be joined by one of . ' : and digits by one of . ' , ; while _ joins
  // everything.
  if (analyser === 'standard') {
    return sql`list_filter(regexp_extract_all(lower(${text}), '(?:[a-z]+(?:[.'':][a-z]+)*|[0-9]+(?:[.'',;][0-9]+)*|_+)+'), lambda w: trim(w, '_') <> '')`;
  }
  if (analyser === 'simple') return sql`regexp_extract_all(lower(${text}), '[a-z]+')`;
  if (analyser === 'whitespace') return sql`regexp_extract_all(${text}, '[^ \\t\\n\\v\\f\\r]+')`;
  return analyser === 'keyword' ? sql`[${text}]` : null;
}

/** The same for a column called that. */
export const tokensSql = (column: string, analyser: AnyAnalyser): string | null =>
  wordsOf(name(column), analyser)?.text ?? null;

/** Whether an ASCII text has any word, without cutting it; null where every text has one. */
export function hasWordSql(text: string, analyser: AnyAnalyser): string | null {
  if (analyser === 'standard') return `regexp_matches(${text}, '[a-zA-Z0-9]')`;
  if (analyser === 'simple') return `regexp_matches(${text}, '[a-zA-Z]')`;
  return analyser === 'whitespace' ? `regexp_matches(${text}, '[^ \\t\\n\\v\\f\\r]')` : null;
}

export const isAsciiSql = (text: string): string => `strlen(${text}) = length(${text})`;

/** Length of a field as Lucene keeps it in one byte: `SmallFloat.intToByte4`. */
export function normSql(length: string): string {
  const rest = `(${length} - 24)`;
  const shift = `(length(bin(${rest})) - 4)`;
  const large = `CASE WHEN ${rest} < 8 THEN ${rest} ELSE ((${rest} >> ${shift}) & 7) | ((${shift} + 1) << 3) END`;
  return `(CASE WHEN ${length} < 24 THEN ${length} ELSE 24 + ${large} END)::UTINYINT`;
}
