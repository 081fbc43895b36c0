import type { QueryNodes } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import { fitsPattern } from '../../documents/expression.ts';
import { type Condition, test } from '../condition.ts';
import { includedMembers } from '../included.ts';
import { existsTest, flatKeyTest } from '../index-fields.ts';
import { isUnseen } from '../mapped-field.ts';
import { or } from '../sql.ts';
import type { ClauseContext } from './context.ts';
import { NOTHING } from './match-none.ts';

export function exists(node: QueryNodes['exists'], context: ClauseContext): Condition {
  if (node.field === '') throw malformed('field name is null or empty', 'Name a field.');
  if (node.field === '_source') {
    throw malformed('The _source field is not searchable', 'Name a field of the documents.');
  }
  const { inside } = context;
  if (node.field.includes('*'))
    return anyOf(
      [...context.layout.fields.keys()].filter((path) => fitsPattern(node.field, path)),
      node,
      context,
    );
  if (inside !== null && `${inside.path}.`.startsWith(`${node.field}.`))
    return anyOf(
      inside.members.map(({ path }) => path),
      node,
      context,
    );
  const source = context.field(node.field);
  // Objects of a nested field are not among the values of what holds them, but for those members that are included there.
  if (inside === null && context.layout.fields.get(node.field)?.type === 'nested') {
    const members = includedMembers(context.layout).map(({ path }) => path);
    return anyOf(
      members.filter((path) => path.startsWith(`${node.field}.`)),
      node,
      context,
    );
  }
  if (source === null || source.type === 'nested' || isUnseen(context.layout, source.path)) return NOTHING;
  const key = flatKeyTest(inside?.members ?? [...context.layout.fields.values()], node.field);
  if (key !== null) return test(key, node.boost);
  if (source.type !== 'object') return test(existsTest(source), node.boost);
  const below = [...context.layout.fields.keys()].filter((path) => path.startsWith(`${source.path}.`));
  return anyOf(below, node, context);
}

/** Any of the fields has a value. */
function anyOf(paths: readonly string[], node: QueryNodes['exists'], context: ClauseContext): Condition {
  const fields = paths.flatMap((path) => (isUnseen(context.layout, path) ? [] : (context.field(path) ?? [])));
  return test(
    or(fields.filter(({ columns, type }) => columns.length > 0 && type !== 'nested').map(existsTest)),
    node.boost,
  );
}

export { existsTest } from '../index-fields.ts';
