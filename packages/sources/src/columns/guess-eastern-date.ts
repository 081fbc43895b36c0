import { ValueType } from '@datasarana/schema';
import { parseDate } from '../dates/date-format.ts';
import type { Guess } from './column-guess.ts';

/** Days with the year in front, as Japan, China and Korea write them with signs or points, and Hungary with points; of points alone both parts have two digits, or they are those of a version. */
const FORMS = [
  '^\\s*(\\d{4}) ?[年년] ?(\\d{1,2}) ?[月월] ?(\\d{1,2}) ?[日일]',
  '^\\s*(\\d{4})\\. ?(\\d{1,2})\\. ?(\\d{1,2})\\.',
  '^\\s*(\\d{4})\\.(\\d{2})\\.(\\d{2})',
] as const;
const BY = '$1/$2/$3';
const FORMAT = 'yyyy/MM/dd';

/** Dates in such a form, which a function writes with slashes. */
export function guessEasternDate(values: readonly string[]): Guess | null {
  const find = FORMS.find((form) => {
    const pattern = new RegExp(form);
    return values.every(
      (value) => pattern.test(value) && parseDate(value.replace(pattern, BY).trim(), FORMAT) !== null,
    );
  });
  if (find === undefined) return null;
  return {
    value_type: ValueType.Date,
    dateFormat: FORMAT,
    transforms: [{ kind: 'replace', find, by: BY, regexp: true }],
    confidence: 0.8,
    reason: `All ${values.length} sampled values are dates as "${values[0]?.trim()}": a function writes them with slashes.`,
  };
}
