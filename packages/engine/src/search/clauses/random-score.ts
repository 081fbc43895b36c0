import { illegalArgument, type RandomScore } from '@datasarana/query';
import { columnOf, fieldElsewhere } from '../index-fields.ts';
import { bigint, double, type Sql, sql, text } from '../sql.ts';
import type { ClauseContext } from './context.ts';

/** 24 bits of a hash, as many as a score keeps. Without a seed every search has its own. */
export function randomScore({ seed, field }: RandomScore, context: ClauseContext): Sql {
  const source = field === undefined ? null : (context.field(field) ?? fieldElsewhere(context.layout, field));
  if (field !== undefined && seed !== undefined && source === null && !field.startsWith('_')) {
    throw illegalArgument(
      `Field [${field}] is not mapped on [${context.layout.name}] and cannot be used as a source of random numbers.`,
      'Name a field of the index.',
    );
  }
  const value = source === null || source.columns.length === 0 ? sql`_doc` : columnOf(source);
  const salt = seed === undefined ? bigint(context.now) : text(String(seed));
  return sql`((hash(${value}, ${salt}) & 16777215) / ${double(16_777_216)})`;
}
