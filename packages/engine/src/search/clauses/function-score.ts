import type { QueryNodes } from '@datasarana/query';
import { type Condition, type ScorePart, weighed } from '../condition.ts';
import { sql } from '../sql.ts';
import type { ClauseContext } from './context.ts';
import { decay } from './decay.ts';
import { fieldValueFactor } from './field-value-factor.ts';
import { randomScore } from './random-score.ts';

type FunctionScore = QueryNodes['function_score'];

export function functionScore(node: FunctionScore, context: ClauseContext): Condition {
  const functions = node.functions.map((each): ScorePart => {
    const made = scoreValue(each, context);
    return { ...made, weight: each.weight ?? 1, ...(each.filter && { filter: context.condition(each.filter) }) };
  });
  const { scoreMode, boostMode, maxBoost, minScore } = node;
  // As in OpenSearch, boosts from around weigh the query, not what the functions add to it.
  const outer = context.outer > 0 ? context.outer : 1;
  return {
    kind: 'function_score',
    of: weighed(context.condition(node.query, node.boost), node.boost * outer),
    outer,
    functions,
    scoreMode: isAlone(node) ? 'first' : scoreMode,
    boostMode,
    ...(maxBoost !== undefined && { maxBoost }),
    ...(minScore !== undefined && { minScore }),
  };
}

/** As in OpenSearch, one function for all documents is no average: its weight stays. */
const isAlone = ({ functions: [first, ...more] }: FunctionScore): boolean =>
  more.length === 0 && (first?.filter === undefined || first.filter.kind === 'match_all');

function scoreValue(
  { value }: FunctionScore['functions'][number],
  context: ClauseContext,
): Pick<ScorePart, 'value' | 'refuse'> {
  if (value === undefined) return { value: sql`1` };
  if (value.kind === 'field_value_factor') return fieldValueFactor(value, context);
  return { value: value.kind === 'random_score' ? randomScore(value, context) : decay(value, context) };
}
