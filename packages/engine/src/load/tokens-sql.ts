import type { AnyAnalyser } from '@datasarana/query';
import { type Sql, sql } from '../search/sql.ts';

/** Tokens of a text that is fit for SQL, one place after another; null when only JavaScript knows the analyser. */
function cutSql(text: Sql, analyser: AnyAnalyser): Sql | null {
  // As the standard tokenizer cuts (UAX #29): letters may be joined by one of . ' : and digits by one of . ' , ; while _ joins
  // everything.
  if (analyser === 'standard') {
    return sql`list_filter(regexp_extract_all(lower(${text}), '(?:[a-z]+(?:[.'':][a-z]+)*|[0-9]+(?:[.'',;][0-9]+)*|_+)+'), lambda w: trim(w, '_') <> '')`;
  }
  if (analyser === 'simple') return sql`regexp_extract_all(lower(${text}), '[a-z]+')`;
  if (analyser === 'whitespace') return sql`regexp_extract_all(${text}, '[^ \\t\\n\\v\\f\\r\\x1c-\\x1f]+')`;
  return analyser === 'keyword' ? sql`[${text}]` : null;
}

/** Tokens of a text, one place after another, NULL where SQL does not cut it as the analyser does; null when it never does. */
export function wordsOf(text: Sql, analyser: AnyAnalyser): Sql | null {
  const words = cutSql(text, analyser);
  return words && sql`CASE WHEN ${fitSql(text, analyser)} THEN ${words} END`;
}

/** Texts of ASCII in which no word can be longer than words are. */
function fitSql(text: Sql, analyser: AnyAnalyser): Sql {
  if (analyser === 'keyword') return sql`true`;
  // an OR would look into short texts, too
  const isShort = sql`CASE WHEN strlen(${text}) <= 255 THEN true ELSE NOT regexp_matches(${text}, '[^ \\t\\n\\v\\f\\r\\x1c-\\x1f]{256}') END`;
  return sql`(strlen(${text}) = length(${text}) AND ${isShort})`;
}
