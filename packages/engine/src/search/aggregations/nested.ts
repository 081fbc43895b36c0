import { type AggregationKinds, notExecutable } from '@datasarana/query';
import { notImplemented } from '@datasarana/schema';
import type { FieldColumn, IndexLayout } from '../../index/layout.ts';
import type { IndexPart } from '../part.ts';
import { joined, name, type Sql, sql, whole } from '../sql.ts';
import { unnested } from './level-rows.ts';
import type { PlanContext } from './metrics.ts';
import type { Expression, RowsChange, RowsPlan } from './plan.ts';

export function nested(node: AggregationKinds['nested'], context: PlanContext): RowsPlan {
  if (context.above.some(({ kind }) => kind === 'reverse_nested')) throw cannotGoBackIn(context.name);
  const inside = context.parts.map((part) => nestedIn(part, node.path));
  const depth = Math.max(...inside.map(({ lists }) => lists.length));
  const unnests = Array.from({ length: depth }, (_, at) => inside.map(({ lists }) => lists[at] ?? NO_ROWS));
  return {
    kind: 'rows',
    parts: inside.map(({ part }) => part),
    sources: context.sources.map((source, i) =>
      unnests.reduce((rows, lists, at) => unnested(rows, lists[i] ?? NO_ROWS, context.nests.length + at), source),
    ),
    unnests,
    nests: [...context.nests, ...nestsOnWay(context.parts, node.path)],
    read: (body) => ({ ...body }),
  };
}

/** Paths of the nested fields that are gone into. */
function nestsOnWay(parts: readonly IndexPart[], path: string): readonly string[] {
  const ways = parts.map(({ layout }) => wayTo(layout, path).map((column) => column.path));
  return ways.reduce((longest, way) => (way.length > longest.length ? way : longest), []);
}

const wayTo = ({ fields }: IndexLayout, path: string): readonly FieldColumn[] =>
  fields.get(path)?.type === 'nested'
    ? [...fields.values()]
        .filter(({ type, path: around }) => type === 'nested' && `${path}.`.startsWith(`${around}.`))
        .sort((a, b) => a.path.length - b.path.length)
    : [];

const NO_ROWS = sql`NULL::STRUCT(none INTEGER)[]`;

const cannotGoBackIn = (aggregation: string) =>
  notImplemented(
    `Aggregation [${aggregation}] of type [nested] inside [reverse_nested] is not implemented`,
    'Put it beside the reverse_nested aggregation.',
  );

/** The index as its nested documents see it: members of the struct are its fields; and the lists on the way there. */
function nestedIn(part: IndexPart, path: string): { readonly part: IndexPart; readonly lists: readonly Sql[] } {
  const { layout } = part;
  const column = layout.fields.get(path);
  const members = column?.type === 'nested' ? column.members : [];
  const scoped: IndexLayout = { ...layout, fields: new Map(members.map((member) => [member.path, member])) };
  if (column?.type !== 'nested') return { part: { ...part, layout: scoped }, lists: [NO_ROWS] };
  return { part: { ...part, layout: scoped }, lists: wayTo(layout, path).flatMap(({ columns }) => columns.map(name)) };
}

export function reverseNested(node: AggregationKinds['reverse_nested'], context: PlanContext): RowsPlan {
  if (!context.above.some(({ kind }) => kind === 'nested')) {
    throw notExecutable(
      `Reverse nested aggregation [${context.name}] can only be used inside a [nested] aggregation`,
      'Move it into one.',
    );
  }
  if (node.path !== undefined) {
    throw notImplemented('[path] of reverse_nested is not implemented', 'Leave it out to go back to the documents.');
  }
  return {
    kind: 'rows',
    parts: context.documents,
    sources: context.documents.map((part) => name(part.layout.docs)),
    nests: [],
    change: eachDocument(context.documents),
    read: (body) => ({ ...body }),
  };
}

/** A document counts once per bucket around however many of its nested documents are in it. */
function eachDocument(parts: readonly IndexPart[]): RowsChange {
  const numbers: Expression = parts.map(() => sql`_doc`);
  const indexes: Expression = parts.map((_, i) => whole(i));
  return (column) => {
    const own = [column(numbers), ...(parts.length > 1 ? [column(indexes)] : [])];
    return (rows, keys) => sql`SELECT DISTINCT ON (${joined([...own, ...keys], ', ')}) * FROM (${rows})`;
  };
}
