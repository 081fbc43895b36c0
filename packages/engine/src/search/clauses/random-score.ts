import type { RandomScore } from '@datasarana/query';
import { columnOf } from '../index-fields.ts';
import { bigint, double, type Sql, sql, text } from '../sql.ts';
import type { ClauseContext } from './context.ts';

/** 24 bits of a hash, as many as a score keeps. Without a seed every search has its own. */
export function randomScore({ seed, field }: RandomScore, context: ClauseContext): Sql {
  const source = field === undefined ? null : context.field(field);
  const value = source === null || source.columns.length === 0 ? sql`_doc` : columnOf(source);
  const salt = seed === undefined ? bigint(context.now) : text(String(seed));
  return sql`((hash(${value}, ${salt}) & 16777215) / ${double(16_777_216)})`;
}
