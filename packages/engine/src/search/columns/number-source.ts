import type { Sql } from '../sql.ts';
import { numbersOf } from './figures.ts';
import { type NumberSource, numbersByCode } from './gather.ts';
import type { IndexColumns } from './index-columns.ts';

/** Numbers of the documents for an expression; null when it cannot be had, or holds what is no finite number or not exactly one. */
export async function numberSource(columns: IndexColumns, expression: Sql): Promise<NumberSource | null> {
  const coded = await columns.coded(expression);
  if (coded !== null) return numbersOf(coded.keys).areExact ? numbersByCode(coded) : null;
  const values = await columns.numbers(expression);
  return values && { coded: null, values };
}
