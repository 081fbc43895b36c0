import { expandSimpleQueryString, type QueryNodes } from '@datasarana/query';
import type { Condition } from '../condition.ts';
import type { ClauseContext } from './context.ts';

export const simpleQueryString = (node: QueryNodes['simple_query_string'], context: ClauseContext): Condition =>
  context.condition(expandSimpleQueryString(node, context.searchable(), context.analyser));
