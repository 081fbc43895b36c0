import { type Answer, absent, answer } from '../../http/envelope.ts';
import type { Doc } from './record-shape.ts';

export interface Listed {
  readonly records: readonly Doc[];
  readonly total: number;
  /** Whether `total` is exact (port.ts). */
  readonly counted?: boolean;
}

export const answerOfRead = (rec: Doc | null): Doc | Answer => rec ?? absent();

/** A total that was not counted to its end is left out (API-08). */
export const answerOfList = ({ records, total, counted = true }: Listed): Answer =>
  answer(records, counted ? { total } : {});
