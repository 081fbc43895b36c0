import { illegalArgument, type Scalar, zoneOf } from '@datasarana/query';
import { fieldOf } from '../index-fields.ts';
import { double, type Sql, sql } from '../sql.ts';
import { asNumbers, type FieldValues, fieldValues, type ValueKind } from './field-values.ts';
import type { PlanContext } from './metrics.ts';

interface MomentsUse {
  readonly field: string;
  readonly missing?: Scalar | undefined;
  readonly format?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly use: string;
  /** Beside dates; numbers tell milliseconds. */
  readonly kinds?: readonly ValueKind[];
}

/** Epoch milliseconds of dates, or of numbers and booleans that stand for them; zones are for dates alone. */
export function momentsFrom(
  { field, missing, format, timeZone, use, kinds = ['whole', 'decimal', 'boolean'] }: MomentsUse,
  { parts, now }: PlanContext,
): FieldValues {
  const zone = zoneOf(timeZone);
  const values = fieldValues(parts, { field, missing, use, kinds: ['date', ...kinds], now, zone, format });
  refuseUnfitTexts(values, { format, timeZone }, parts);
  if (values.kind !== 'decimal' && !values.isUnsigned) return { ...values, values: asNumbers(values) };
  const cut = (value: Sql): Sql => sql`trunc(greatest(${double(-FAR)}, least(${double(FAR)}, ${value})))::BIGINT`;
  return {
    ...values,
    values: values.values.map((value) =>
      values.list
        ? sql`list_transform(${value}, lambda x: ${cut(sql`x`)})`
        : sql`CASE WHEN ${value} IS NOT NULL THEN ${cut(value)} END`,
    ),
  };
}

/** Numbers beyond it are no moments; a long holds it exactly. */
const FAR = 2 ** 62;

interface TextUse {
  readonly format?: string | undefined;
  readonly timeZone?: string | undefined;
}

/** Only dates are told by clocks, and booleans are written in one way. */
export function refuseUnfitTexts(
  { field, kind }: FieldValues,
  { format, timeZone }: TextUse,
  parts: PlanContext['parts'],
): void {
  const unfit =
    kind !== 'date' && timeZone !== undefined
      ? 'time zones'
      : kind === 'boolean' && format !== undefined
        ? 'formats'
        : null;
  if (unfit === null) return;
  const type = parts.map((part) => fieldOf(part.layout, field)?.type).find((each) => each !== undefined);
  throw illegalArgument(
    `Field [${field}] of type [${type}] does not support custom ${unfit}`,
    `Leave it out, or ask a date field.`,
  );
}
