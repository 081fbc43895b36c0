import { type CompositeSource, millisOf, readDateNanos, roundDate, type Scalar, zoneOf } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import { addressKeyOf } from '../address-order.ts';
import { booleanOf, numberOf, wholeOf } from '../clauses/values.ts';
import type { FieldSource } from '../index-fields.ts';
import { bigint, bool, double, type Sql, sql, text } from '../sql.ts';
import { dateKey } from './date-histogram.ts';
import { ANY_KIND, type FieldValues, fieldValues, momentOf } from './field-values.ts';
import { tileKey, tileName, tileOf } from './geotile-grid.ts';
import type { PlanContext } from './metrics.ts';
import { momentsFrom } from './moments.ts';
import type { KeyColumn } from './plan.ts';
import { jsonKey, valueText } from './shown-value.ts';

/** One part of a composite key. */
export interface CompositeKey {
  readonly column: KeyColumn;
  /** How a value of it is shown. */
  readonly shown: (key: unknown) => unknown;
  /** A value a caller gives in `after`, as the column is ordered. */
  readonly limit: (given: Scalar) => Sql;
  /** Keys are addresses, which are ordered by their numbers. */
  readonly isAddress?: boolean;
}

export async function compositeKey(source: CompositeSource, context: PlanContext): Promise<CompositeKey> {
  const made = await keyOf(source, context);
  if (!source.missingBucket) return made;
  const { present: _, ...column } = made.column;
  return { ...made, column: { ...column, nullable: true } };
}

type Of<K extends CompositeSource['kind']> = Extract<CompositeSource, { kind: K }>;

function keyOf(source: CompositeSource, context: PlanContext): CompositeKey | Promise<CompositeKey> {
  switch (source.kind) {
    case 'terms':
      return ofTerms(source, context);
    case 'histogram':
      return ofNumbers(source, context);
    case 'date_histogram':
      return ofDates(source, context);
    case 'geotile_grid':
      return ofTiles(source, context);
  }
}

function ofTerms(source: Of<'terms'>, { parts, now }: PlanContext): CompositeKey {
  const { field, valueType } = source;
  const values = fieldValues(parts, { field, use: 'aggregation [composite]', kinds: ANY_KIND, now, valueType });
  return {
    column: { value: values.values, list: values.list },
    shown: jsonKey,
    limit: (given) => (values.isAddress ? text(addressKeyOf(textOf(given))) : termLimit(given, values)),
    isAddress: values.isAddress,
  };
}

/** A field as what reads its values needs to know it. */
const asNumber = (path: string): FieldSource => ({
  path,
  type: 'double',
  list: false,
  columns: [],
  postings: null,
  field: null,
});

function textOf(given: Scalar): string {
  if (typeof given === 'string') return given;
  throw malformed(`invalid value, expected string, got ${given}`, 'Give the key in [after] as it was shown.');
}

const DIGITS = /^-?\d+$/;

/** The moment of a key that is shown as its milliseconds, whatever the format of its field. */
function millisShown(given: Scalar): number {
  if (typeof given === 'number' || DIGITS.test(String(given))) return Math.trunc(Number(given));
  throw malformed(`For input string: "${given}"`, 'Give the key in [after] as it was shown.', {
    type: 'number_format_exception',
  });
}

/** Milliseconds from 1970 to the last year in which dates are reckoned; none lies behind it. */
const LAST_MOMENT = Date.UTC(275_000, 0);

const momentShown = (given: Scalar): number => Math.max(-LAST_MOMENT, Math.min(LAST_MOMENT, millisShown(given)));

function termLimit(given: Scalar, { kind, field }: FieldValues): Sql {
  const named = asNumber(field);
  switch (kind) {
    case 'text':
      return text(textOf(given));
    case 'boolean':
      return bool(booleanOf(named, given));
    case 'date':
      return bigint(momentShown(given));
    case 'decimal':
      return double(numberOf(named, given));
    case 'whole': {
      const number = numberOf(named, given);
      const exact = wholeOf(number, given);
      return exact === null ? double(number) : bigint(exact);
    }
  }
}

function ofNumbers(source: Of<'histogram'>, { parts, now }: PlanContext): CompositeKey {
  const { field, interval } = source;
  const kinds = ['whole', 'decimal', 'date'] as const;
  const values = fieldValues(parts, { field, use: 'aggregation [composite]', kinds, now });
  const number = (value: Sql): Sql => sql`floor(${value} / ${double(interval)})`;
  const isDate = values.kind === 'date';
  const text = isDate ? valueText('date', values.format) : null;
  const numberAt = (given: Scalar): number =>
    isDate && typeof given !== 'number'
      ? momentOf(given, { field, format: values.format, now })
      : numberOf(asNumber(field), given);
  return {
    column: {
      value: values.values.map((value) =>
        values.list ? sql`list_transform(${value}, lambda x: ${number(sql`x`)})` : number(value),
      ),
      list: values.list,
    },
    shown: (key) => text?.(Number(key) * interval) ?? Number(key) * interval,
    limit: (given) => double(bucketAt(numberAt(given) / interval)),
  };
}

/** The number of a bucket, by its key as it was shown; what is given may lie between two buckets, too. */
function bucketAt(number: number): number {
  const nearest = Math.round(number);
  return Math.abs(number - nearest) <= 1e-9 * Math.max(1, Math.abs(nearest)) ? nearest : number;
}

/** What is given may lie between two buckets, too: half a number behind the first. */
async function ofDates(source: Of<'date_histogram'>, context: PlanContext): Promise<CompositeKey> {
  const { field, format, interval, offset } = source;
  const { now } = context;
  const zone = zoneOf(source.timeZone);
  const use = 'aggregation [composite]';
  const values = momentsFrom({ field, format, timeZone: source.timeZone, use, kinds: ['whole', 'decimal'] }, context);
  const reading = { format, zone, now, roundUp: false };
  const rounding = { interval, zone, offset };
  const { buckets, key } = await dateKey(values, rounding, context);
  const shown = format === undefined ? null : valueText(values.kind, format, zone);
  return {
    column: key,
    shown: (number) => {
      const start = buckets.startOf(Number(number));
      return shown === null ? start : shown(start);
    },
    limit: (given) => {
      const bound = typeof given === 'boolean' ? String(given) : given;
      const isRead = values.kind === 'date' && format !== undefined;
      const shownAs = values.kind === 'date' ? momentShown : millisShown;
      const moment = isRead ? millisOf(readDateNanos(bound, field, reading)) : shownAs(given);
      const number = buckets.number(bigint(moment));
      return roundDate(Number(moment), rounding) === Number(moment) ? number : sql`(${number} + 0.5)`;
    },
  };
}

function ofTiles(source: Of<'geotile_grid'>, context: PlanContext): CompositeKey {
  const { precision } = source;
  return {
    column: tileKey(source, context),
    shown: (key) => tileName(key, precision),
    limit: (given) => {
      const tile = tileOf(String(given));
      if (tile !== null) return bigint(tile);
      throw malformed(
        `Invalid geotile_grid hash string of ${given}. Must be three integers in a form "zoom/x/y".`,
        'Give the key in [after] as it was shown.',
      );
    },
  };
}
