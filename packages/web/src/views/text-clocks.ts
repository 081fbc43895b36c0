import { faultOfText, type NamedPart, namedParts } from '@datasarana/query';

/** A day or a time that names no zone. */
const WITHOUT_ZONE = /^\d{4}-\d\d-\d\d(?:T\d\d(?::\d\d){0,2}(?:\.\d+)?)?$/;

const datedParts = (text: string): readonly NamedPart[] =>
  faultOfText(text)
    ? []
    : namedParts(text).filter(({ values }) => values.some(({ held }) => held.some((date) => WITHOUT_ZONE.test(date))));

/** The fields that a search text compares with dates of no zone. */
export const datedFields = (text: string): readonly string[] => [
  ...new Set(datedParts(text).map(({ field }) => field)),
];

/**
 * A text in which dates in quotation marks stand as ranges: as a phrase OpenSearch reads a date by UTC, whatever its `time_zone`.
 * `fields` = those whose dates are meant.
 */
export function withoutPhrases(text: string, fields: readonly string[]): string {
  const quoted = datedParts(text)
    .filter(({ field }) => fields.includes(field))
    .flatMap(({ values }) => values)
    .map(({ at, length }) => ({ at, phrase: text.slice(at, at + length) }))
    .filter(({ phrase }) => phrase.startsWith('"') && WITHOUT_ZONE.test(phrase.slice(1, -1)));
  return quoted.reduceRight(
    (known, { at, phrase }) => `${known.slice(0, at)}[${phrase} TO ${phrase}]${known.slice(at + phrase.length)}`,
    text,
  );
}
