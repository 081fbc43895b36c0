import { Fields, readInteger, readNumber } from '../reading/fields.ts';
import { type JsonObject, present } from '../reading/json.ts';
import { illegalArgument } from './refusal.ts';

/** Figures are rounded as an HdrHistogram of so many digits rounds them. */
export interface HdrMethod {
  readonly digits: number;
}

const DIGITS = 3;

/** Reads `hdr`, or `tdigest`, which says nothing to an exact engine. */
export function readMethod(fields: Fields): HdrMethod | undefined {
  fields.optional('tdigest', (value, path) => {
    const digest = new Fields(value, path, 'tdigest');
    digest.optional('compression', readCompression);
    digest.done();
  });
  return fields.optional('hdr', (value, path) => {
    const hdr = new Fields(value, path, 'hdr');
    const name = 'number_of_significant_value_digits';
    const isNull = typeof value === 'object' && value !== null && Reflect.get(value, name) === null;
    const digits = isNull ? -1 : (hdr.optional(name, (given, at) => readInteger(given, at)) ?? DIGITS);
    hdr.done();
    if (digits >= 0 && digits <= 5) return { digits };
    throw illegalArgument('[numberOfSignificantValueDigits] must be between 0 and 5', `Correct ${hdr.at(name)}.`);
  });
}

function readCompression(value: unknown, path: string): void {
  const compression = readNumber(value, path);
  if (compression >= 0) return;
  throw illegalArgument(
    `[compression] must be greater than or equal to 0. Found [${compression.toFixed(1)}]`,
    `Leave ${path} out: percentiles are exact.`,
  );
}

export const printMethod = (hdr: HdrMethod | undefined): JsonObject | undefined =>
  hdr && present({ number_of_significant_value_digits: hdr.digits === DIGITS ? undefined : hdr.digits });
