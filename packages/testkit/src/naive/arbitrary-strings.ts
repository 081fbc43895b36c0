import fc from 'fast-check';
import { type Dsl, type Known, on } from './arbitrary-fields.ts';

/** A `simple_query_string` of pieces that need not fit each other. */
export function simpleText(fields: Known): fc.Arbitrary<Dsl> {
  const piece = fc.constantFrom(
    ...[
      'fox',
      'quick',
      '"brown fox"',
      '"fox quick"~2',
      'fo*',
      'fxo~',
      'a\\*',
      '東京',
      '+',
      '|',
      '-',
      '(',
      ')',
      '"',
      ' ',
      '~',
    ],
  );
  const some = fc.subarray([...fields.texts, ...fields.keywords], { minLength: 0 });
  return fc.tuple(fc.array(piece, { maxLength: 8 }), some, fc.constantFrom('and', 'or')).map(
    ([parts, names, default_operator]): Dsl => ({
      simple_query_string: { query: parts.join(' '), default_operator, ...(names.length > 0 && { fields: names }) },
    }),
  );
}

/** A `query_string` with names, ranges, patterns and signs. */
export function queryString(fields: Known): fc.Arbitrary<Dsl> {
  const field = fc.constantFrom(...fields.keywords, ...fields.texts, 'unknown');
  const part = fc.oneof(
    fc.constantFrom('fxo~', 'fix~1', '"fox brown"~3', '/fo./', '/~(fo.*)/'),
    fc.constantFrom('fox', 'quick brown', '"brown fox"', 'fo*', '*', 'a\\/b', '東京', '3.14', 'unknown:x'),
    field.map((name) => `${name}:a`),
    field.map((name) => `${name}:*`),
    field.map((name) => `${name}:(a OR "b")`),
    field.map((name) => `${name}:f?x*`),
    ...(fields.numbers.length === 0
      ? []
      : [on(fields.numbers).map((name) => `${name}:[-1 TO 10}`), on(fields.numbers).map((name) => `${name}:>=2`)]),
    ...(fields.dates.length === 0 ? [] : [on(fields.dates).map((name) => `${name}:[2020-01-01 TO 2020-06||/M]`)]),
  );
  const signed = fc.tuple(fc.constantFrom('', '+', '-', 'NOT '), part).map((parts) => parts.join(''));
  const several = fc.array(fc.tuple(fc.constantFrom(' ', ' AND ', ' OR '), signed), { minLength: 1, maxLength: 4 });
  return fc.tuple(several, fc.constantFrom('and', 'or')).map(
    ([parts, default_operator]): Dsl => ({
      query_string: {
        query: parts.map(([joint, text], i) => (i === 0 ? text : joint + text)).join(''),
        default_operator,
      },
    }),
  );
}
