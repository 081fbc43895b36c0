import { malformed } from '@datasarana/schema';
import { fieldOf } from './pattern-field.ts';

type Token =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'letters'; readonly letters: string };

const NAMED: Readonly<Record<string, string>> = {
  date: 'uuuu-MM-dd',
  strict_date: 'uuuu-MM-dd',
  year_month_day: 'uuuu-MM-dd',
  strict_year_month_day: 'uuuu-MM-dd',
  year_month: 'uuuu-MM',
  strict_year_month: 'uuuu-MM',
  year: 'uuuu',
  strict_year: 'uuuu',
  basic_date: 'uuuuMMdd',
  basic_date_time: "uuuuMMdd'T'HHmmss.SSSXXX",
  basic_date_time_no_millis: "uuuuMMdd'T'HHmmssXXX",
  date_hour: "uuuu-MM-dd'T'HH",
  date_hour_minute: "uuuu-MM-dd'T'HH:mm",
  date_hour_minute_second: "uuuu-MM-dd'T'HH:mm:ss",
  date_hour_minute_second_millis: "uuuu-MM-dd'T'HH:mm:ss.SSS",
  date_time: "uuuu-MM-dd'T'HH:mm:ss.SSSXXX",
  strict_date_time: "uuuu-MM-dd'T'HH:mm:ss.SSSXXX",
  date_time_no_millis: "uuuu-MM-dd'T'HH:mm:ssXXX",
  strict_date_time_no_millis: "uuuu-MM-dd'T'HH:mm:ssXXX",
  ordinal_date: 'uuuu-DDD',
  strict_ordinal_date: 'uuuu-DDD',
  week_date: "YYYY-'W'ww-e",
  strict_week_date: "YYYY-'W'ww-e",
  weekyear: 'YYYY',
  strict_weekyear: 'YYYY',
  weekyear_week: "YYYY-'W'ww",
  strict_weekyear_week: "YYYY-'W'ww",
  weekyear_week_day: "YYYY-'W'ww-e",
  strict_weekyear_week_day: "YYYY-'W'ww-e",
  hour_minute: 'HH:mm',
  hour_minute_second: 'HH:mm:ss',
};

/** Names whose parts may be left out from the right. */
export const OPTIONAL_TIME: ReadonlySet<string> = new Set([
  'strict_date_optional_time',
  'date_optional_time',
  'strict_date_optional_time_nanos',
  'iso8601',
]);

/** Takes a Java date pattern apart. */
export function tokensOf(given: string): readonly Token[] {
  const pattern = Object.hasOwn(NAMED, given) ? String(NAMED[given]) : given;
  const tokens: Token[] = [];
  for (const [part] of pattern.matchAll(/''|'(?:[^']|'')*'|([A-Za-z])\1*|[^A-Za-z']/g)) {
    if (part.startsWith("'"))
      tokens.push({ kind: 'literal', text: part === "''" ? "'" : part.slice(1, -1).replaceAll("''", "'") });
    else if (/^[A-Za-z]/.test(part)) tokens.push({ kind: 'letters', letters: part });
    else tokens.push({ kind: 'literal', text: part });
  }
  refuseUnclear(tokens, given);
  return tokens;
}

/** Numbers of any length beside each other, which can be told apart in many ways: each more multiplies what is to be tried. */
const MOST_UNCLEAR = 4;

/** @throws PlatformError for letters that stand for nothing, and for too many numbers beside each other of which none has a length of its own */
function refuseUnclear(tokens: readonly Token[], given: string): void {
  let unclear = 0;
  for (const token of tokens) {
    if (token.kind === 'literal') {
      if (/\D/.test(token.text)) unclear = 0;
      continue;
    }
    const { match } = fieldOf(token.letters, given);
    if (/\\d(?:\+|\{\d+,)/.test(match)) unclear++;
    if (unclear > MOST_UNCLEAR)
      throw malformed(
        `Invalid format: [${given}]: more than ${MOST_UNCLEAR} numbers of any length beside each other`,
        'Write as many letters as a number has digits, such as yyyyMMdd.',
      );
  }
}
