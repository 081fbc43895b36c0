import type { FieldValueFactor } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import type { ScorePart } from '../condition.ts';
import { columnOf, fieldElsewhere, isNumber } from '../index-fields.ts';
import { double, type Sql, sql } from '../sql.ts';
import type { ClauseContext } from './context.ts';

/** The least value of a field times a factor, then changed. */
export function fieldValueFactor(node: FieldValueFactor, context: ClauseContext): Pick<ScorePart, 'value' | 'refuse'> {
  const { field, missing, factor, modifier } = node;
  const source = context.field(field) ?? fieldElsewhere(context.layout, field);
  if (source === null && missing === undefined) {
    throw malformed(`Unable to find a field mapper for field [${field}]`, 'Name a number field, or set missing.');
  }
  if (source !== null && !isNumber(source.type) && source.type !== 'boolean' && source.type !== 'date') {
    throw malformed(
      `Field [${field}] of type [${source.type}] has no number for field_value_factor`,
      'Name a number field.',
    );
  }
  const column = source === null ? sql`NULL` : columnOf(source);
  const own = source?.list === true ? sql`list_min(${column})` : column;
  const value = missing === undefined ? sql`(${own})::DOUBLE` : sql`coalesce((${own})::DOUBLE, ${double(missing)})`;
  return {
    value: modified(modifier, sql`(${value} * ${double(factor)})`),
    refuse: (found) => refusal(field, found),
  };
}

function refusal(field: string, found: number | null): string | null {
  if (found === null) return `Missing value for field [${field}]`;
  if (Number.isNaN(found) || !Number.isFinite(found)) {
    return `Result of field modification [${field}] must be a number`;
  }
  return found < 0
    ? `field value function must not produce negative scores, but got: [${found}] for field [${field}]`
    : null;
}

/** DuckDB refuses a logarithm or root of what has none; NaN says so for the one document. */
function modified(modifier: string, value: Sql): Sql {
  const log = (base: Sql, of: Sql) => sql`(CASE WHEN ${of} > 0 THEN ${base} ELSE 'NaN'::DOUBLE END)`;
  switch (modifier) {
    case 'log':
      return log(sql`log10(${value})`, value);
    case 'log1p':
      return log(sql`log10(${value} + 1)`, sql`(${value} + 1)`);
    case 'log2p':
      return log(sql`log10(${value} + 2)`, sql`(${value} + 2)`);
    case 'ln':
      return log(sql`ln(${value})`, value);
    case 'ln1p':
      return log(sql`ln(${value} + 1)`, sql`(${value} + 1)`);
    case 'ln2p':
      return log(sql`ln(${value} + 2)`, sql`(${value} + 2)`);
    case 'square':
      return sql`(${value} * ${value})`;
    case 'sqrt':
      return sql`(CASE WHEN ${value} >= 0 THEN sqrt(${value}) ELSE 'NaN'::DOUBLE END)`;
    case 'reciprocal':
      return sql`(CASE WHEN ${value} = 0 THEN 'Infinity'::DOUBLE ELSE 1 / ${value} END)`;
    default:
      return value;
  }
}
