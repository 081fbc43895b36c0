import type { QueryNodes } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import { type Condition, test } from '../condition.ts';
import { existsTest, flatKeyTest } from '../index-fields.ts';
import { or } from '../sql.ts';
import type { ClauseContext } from './context.ts';
import { NOTHING } from './match-none.ts';

export function exists(node: QueryNodes['exists'], context: ClauseContext): Condition {
  if (node.field === '_source') {
    throw malformed('The _source field is not searchable', 'Name a field of the documents.');
  }
  const source = context.field(node.field);
  if (source === null) return NOTHING;
  const key = flatKeyTest(context.inside?.members ?? [...context.layout.fields.values()], node.field);
  if (key !== null) return test(key, node.boost);
  if (source.type !== 'object') return test(existsTest(source), node.boost);
  const below = [...context.layout.fields.keys()].filter((path) => path.startsWith(`${source.path}.`));
  const children = below.flatMap((path) => context.field(path) ?? []);
  return test(or(children.filter((child) => child.columns.length > 0).map(existsTest)), node.boost);
}

export { existsTest } from '../index-fields.ts';
