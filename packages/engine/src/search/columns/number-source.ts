import type { Sql } from '../sql.ts';
import { numbersOf } from './figures.ts';
import { type NumberSource, numbersByCode } from './gather.ts';
import type { IndexColumns } from './index-columns.ts';

/** Numbers of the documents for an expression; null when it cannot be had, or holds what is no finite number. */
export async function numberSource(columns: IndexColumns, expression: Sql): Promise<NumberSource | null> {
  const coded = await columns.coded(expression);
  if (coded !== null) return Number.isFinite(numbersOf(coded.keys).most) ? numbersByCode(coded) : null;
  const values = await columns.numbers(expression);
  return values && { coded: null, values };
}
