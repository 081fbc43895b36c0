import { type Analysed, analysed, childrenOf, parseInnerHits, type Query, type QueryNodes } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import type { FieldColumn } from '../../index/layout.ts';
import type { Condition, NestedText } from '../condition.ts';
import { type FieldSource, fieldOf, flatMember, searchableField, searchedAs, unmapped } from '../index-fields.ts';
import { name } from '../sql.ts';
import { refuseUnmappedType } from '../unmapped-order.ts';
import type { ClauseContext } from './context.ts';
import { indexLimit } from './index-limit.ts';
import { NOTHING } from './match-none.ts';

export function nested(node: QueryNodes['nested'], context: ClauseContext): Condition {
  const target = context.layout.fields.get(node.path);
  if (target?.type !== 'nested' && target?.type !== 'object') {
    if (node.ignoreUnmapped) return NOTHING;
    throw malformed(
      `[nested] failed to find nested object under path [${node.path}]`,
      'Name a nested field, or set ignore_unmapped.',
    );
  }
  if (target.type !== 'nested') {
    throw malformed(`[nested] nested object under path [${node.path}] is not of nested type`, 'Name a nested field.');
  }
  refuseUnmappedOrder(node, context);
  if (context.inside === null) refuseDeep(node, context);
  // a clause about the objects it stands among is about them as they are
  if (context.inside === target) return context.condition(node.query, node.boost);
  const path = pathTo(target, context);
  if (path === null) return NOTHING;
  const members = membersOf(target);
  const sources = new Map(members.map((member) => [member.path, sourceOf(member)]));
  const of = context.within(node.query, {
    field: (field) => {
      const path = context.layout.fields.get(field)?.path ?? field;
      return searchedAs(sources.get(path) ?? ownName(field, context) ?? flatMember(members, field));
    },
    searchable: () => members.filter(({ columns }) => columns.length > 0).map(searchableField),
    inside: target,
    outer: context.outer * node.boost,
  });
  const columns = path.flatMap((column) => column.columns.map(name));
  return {
    kind: 'nested',
    path: columns,
    texts: members.flatMap(textOf),
    of,
    scoreMode: node.scoreMode,
    boost: node.boost,
  };
}

/** How many nested clauses stand within each other. */
const depthOf = (query: Query): number =>
  Number(query.kind === 'nested') + Math.max(0, ...childrenOf(query).map(depthOf));

function refuseDeep(node: QueryNodes['nested'], { layout }: ClauseContext): void {
  const most = indexLimit(layout, 'index.query.max_nested_depth', Number.POSITIVE_INFINITY);
  if (depthOf(node) <= most) return;
  throw malformed(
    `The depth of Nested Query is [${most + 1}] has exceeded the allowed maximum of [${most}]. This maximum can be set by changing the [index.query.max_nested_depth] index level setting.`,
    'Name the innermost path alone.',
  );
}

/** What objects cannot be ordered by is told though there may be none to show. */
function refuseUnmappedOrder({ innerHits }: QueryNodes['nested'], { layout }: ClauseContext): void {
  for (const sort of innerHits === undefined ? [] : parseInnerHits(innerHits).sort) {
    if (sort.kind !== 'field' || layout.fields.has(sort.field)) continue;
    if (sort.unmappedType === undefined) throw unmapped(sort.field);
    refuseUnmappedType(sort.unmappedType);
  }
}

/** The nested fields on the way from here to the target; null when it does not lie below. */
function pathTo(target: FieldColumn, { layout, inside }: ClauseContext): readonly FieldColumn[] | null {
  const around = [...layout.fields.values()].filter(
    ({ type, members }) => type === 'nested' && members.includes(target),
  );
  const way = [...around, target].toSorted((a, b) => a.path.length - b.path.length);
  if (inside === null) return way;
  const at = way.indexOf(inside);
  return at < 0 ? null : way.slice(at + 1);
}

/** Members of a nested field that are not inside a further one. */
function membersOf(target: FieldColumn): readonly FieldColumn[] {
  const inner = new Set(target.members.filter(({ type }) => type === 'nested').flatMap(({ members }) => members));
  return target.members.filter((member) => !inner.has(member));
}

/** An object bears the name of its document. */
const ownName = (field: string, { layout }: ClauseContext): FieldSource | null =>
  field === '_id' || field === '_index' ? fieldOf(layout, field) : null;

const postingsName = (member: FieldColumn): string => `nested ${member.path}`;

function sourceOf(member: FieldColumn): FieldSource {
  return {
    path: member.path,
    type: member.type,
    list: member.list,
    columns: member.columns.map(name),
    postings: member.type === 'text' ? postingsName(member) : null,
    field: member,
  };
}

function textOf(member: FieldColumn): readonly NestedText[] {
  const [column] = member.columns;
  if (member.type !== 'text' || column === undefined) return [];
  const analyser = member.field.analyser ?? 'standard';
  const words = (text: string): Analysed => analysed(analyser, text);
  const lengthless = member.field.lengthless === true;
  return [{ postings: postingsName(member), column: name(column), words, lengthless }];
}
