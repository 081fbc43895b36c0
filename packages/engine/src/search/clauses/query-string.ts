import { expandQueryString, type QueryNodes } from '@datasarana/query';
import type { Condition } from '../condition.ts';
import type { ClauseContext } from './context.ts';

export const queryString = (node: QueryNodes['query_string'], context: ClauseContext): Condition =>
  context.condition(expandQueryString(node, context.searchable(), context.analyser));
