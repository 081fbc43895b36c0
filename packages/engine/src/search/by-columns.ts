import type { Condition } from './condition.ts';
import type { Resolved } from './text/resolved.ts';

/** A condition that the columns of a row decide, without its scores; null when words or rows of other tables have a say. */
export function byColumns(condition: Condition): Resolved | null {
  switch (condition.kind) {
    case 'test':
      return condition;
    case 'ids':
    case 'rare':
      return { kind: 'test', test: condition.test, score: 0 };
    case 'constant':
      return byColumns(condition.of);
    case 'best': {
      const of = all(condition.of);
      return of && { ...condition, of };
    }
    case 'bool': {
      const [must, filter, should] = [all(condition.must), all(condition.filter), all(condition.should)];
      const mustNot = all(condition.mustNot);
      return must && filter && should && mustNot && { ...condition, must, filter, should, mustNot };
    }
    default:
      return null;
  }
}

function all(conditions: readonly Condition[]): readonly Resolved[] | null {
  const decided = conditions.map(byColumns);
  return decided.every((each) => each !== null) ? decided : null;
}
