import { type Answer, absent, answer } from '../../http/envelope.ts';
import type { Doc } from './record-shape.ts';

export interface Listed {
  readonly records: readonly Doc[];
  readonly total: number;
}

export const answerOfRead = (rec: Doc | null): Doc | Answer => rec ?? absent();

export const answerOfList = ({ records, total }: Listed): Answer => answer(records, { total });
