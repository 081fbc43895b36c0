import type { AnyAnalyser } from '@datasarana/query';

/**
 * Words of an ASCII text, as the standard tokenizer cuts it (UAX #29): letters may be joined by one of . ' : and digits
 * by one of . ' , ; while _ joins everything.
 */
const STANDARD = "(?:[a-z]+(?:[.'':][a-z]+)*|[0-9]+(?:[.'',;][0-9]+)*|_+)+";

/** Tokens of `text` in SQL for an ASCII text, or null when only JavaScript knows the analyser. */
export function tokensSql(text: string, analyser: AnyAnalyser): string | null {
  if (analyser === 'standard') {
    return `list_filter(regexp_extract_all(lower(${text}), '${STANDARD}'), lambda w: trim(w, '_') <> '')`;
  }
  if (analyser === 'simple') return `regexp_extract_all(lower(${text}), '[a-z]+')`;
  if (analyser === 'whitespace') return `regexp_extract_all(${text}, '[^ \\t\\n\\v\\f\\r]+')`;
  return analyser === 'keyword' ? `[${text}]` : null;
}

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
