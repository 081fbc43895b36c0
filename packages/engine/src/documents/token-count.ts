import { countTokens, type NamedAnalysers } from '@datasarana/query';
import { isObjectValue, shown, type Value } from './json.ts';
import type { FieldMapping } from './mapping.ts';
import { Unfit } from './unfit.ts';

/** How many words a `token_count` keeps of a value. @throws Unfit for an object */
export function tokenCount(value: Value, { parameters }: FieldMapping, analysers: NamedAnalysers): bigint {
  if (isObjectValue(value)) throw new Unfit("Can't get text on a START_OBJECT", 'illegal_state_exception');
  const { analyzer, enable_position_increments: increments } = parameters;
  const countsGaps = increments !== false && increments !== 'false';
  return BigInt(countTokens(analysers(String(analyzer)) ?? 'standard', shown(value), countsGaps));
}
