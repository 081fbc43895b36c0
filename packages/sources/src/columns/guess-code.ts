import { ValueType } from '@datasarana/schema';
import type { Guess } from './column-guess.ts';
import { fieldNameOf } from './match.ts';

/** How columns are called whose digits may begin with zeros. */
const OF_ZEROS =
  /(?:^|_)(?:zip|zipcode|post_?code|postal(?:code)?|plz|postleitzahl|kode_?pos|phone|telephone|telefon|fax|isbn|ean|gtin|upc)\d*(?:_|$)/;
/** No count, but as long as such a number is. */
const DIGITS = /^\d{4,}$/;
const OF_VERSIONS = /(?:^|_)version(?:_|$)/;
const VERSION = /^\d+\.\d+$/;

/** Numbers in a column that is called as codes are: as numbers they would lose zeros, of which the sampled ones need not have any. */
export function guessCodeNumbers(name: string, values: readonly string[]): Guess | null {
  const called = fieldNameOf(name);
  const isOf = (names: RegExp, digits: RegExp): boolean =>
    names.test(called) && values.every((value) => digits.test(value.trim()));
  if (isOf(OF_ZEROS, DIGITS)) return asCode('zeros in front, as 01067 has one');
  return isOf(OF_VERSIONS, VERSION) ? asCode('zeros behind, so that 1.10 would be 1.1') : null;
}

const asCode = (zeros: string): Guess => ({
  value_type: ValueType.Keyword,
  confidence: 0.6,
  reason: `The values are numbers, but the column is called as codes are, which lose as numbers ${zeros}: take it for numbers where they are.`,
});
