import type { QueryNodes } from '@datasarana/query';
import type { Condition } from '../condition.ts';
import { sql, text } from '../sql.ts';
import type { ClauseContext } from './context.ts';
import { onText } from './on-text.ts';

export function prefix(node: QueryNodes['prefix'], context: ClauseContext): Condition {
  const start = text(node.value);
  return onText('prefix', node, context, (value) =>
    node.caseInsensitive ? sql`starts_with(lower(${value}), lower(${start}))` : sql`starts_with(${value}, ${start})`,
  );
}
