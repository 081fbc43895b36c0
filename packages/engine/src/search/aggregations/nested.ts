import { type AggregationKinds, notExecutable } from '@datasarana/query';
import type { FieldColumn, IndexLayout } from '../../index/layout.ts';
import type { IndexPart } from '../part.ts';
import { FALSE, joined, name, type Sql, sql, whole } from '../sql.ts';
import { placeName, unnested } from './level-rows.ts';
import type { PlanContext } from './metrics.ts';
import type { BranchesPlan, Expression, Nest, RowsChange, RowsPlan } from './plan.ts';

export function nested(node: AggregationKinds['nested'], context: PlanContext): RowsPlan {
  const { depth, nests, parts, sources } = context;
  refusePlainObject(node.path, context);
  // Inside a nested field only what lies further in is left to go into.
  const from = nests.at(-1)?.path ?? null;
  const inside = parts.map((part) => nestedIn(part, node.path, isAgain(context) ? depth : null));
  const count = Math.max(...inside.map(({ lists }) => lists.length));
  const unnests = Array.from({ length: count }, (_, at) => inside.map(({ lists }) => lists[at] ?? NO_ROWS));
  const paths = nestsOnWay(parts, node.path).filter((path) => path !== from);
  return {
    kind: 'rows',
    parts: inside.map(({ part }) => part),
    sources: sources.map((source, i) =>
      unnests.reduce((rows, lists, at) => unnested(rows, lists[i] ?? NO_ROWS, depth + at), source),
    ),
    unnests,
    nests: [...nests, ...paths.map((path, i) => ({ path, depth: depth + i }))],
    read: (body) => ({ ...body }),
  };
}

/** Objects that are kept as a part of their document are no documents to go into. */
function refusePlainObject(path: string, { documents }: PlanContext): void {
  if (!documents.some(({ layout }) => layout.fields.get(path)?.type === 'object')) return;
  throw notExecutable(`[nested] nested path [${path}] is not nested`, 'Name a field of type nested.');
}

/** After going back, objects may be among the rows already: the columns of those gone into now need names of their own. */
export const isAgain = ({ depth, nests }: Pick<PlanContext, 'depth' | 'nests'>): boolean => depth > nests.length;

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

interface Inside {
  readonly part: IndexPart;
  readonly lists: readonly Sql[];
}

/**
 * The index as its nested documents see it: members of the struct are its fields; and the lists on the way there. With
 * `again` the columns are named anew by it.
 */
function nestedIn(part: IndexPart, path: string, again: number | null = null): Inside {
  const { layout } = part;
  const way = wayTo(layout, path);
  if (way.length === 0) return { part: { ...part, layout: { ...layout, fields: new Map() } }, lists: [NO_ROWS] };
  const lists: Sql[] = [];
  let fields: ReadonlyMap<string, FieldColumn> = layout.fields;
  for (const { path: step } of way) {
    const level = fields.get(step);
    const [list = NO_ROWS] = level?.columns.map(name) ?? [];
    const members = level?.members ?? [];
    const own = membersOf(members);
    lists.push(again === null ? list : renamed(list, own, again));
    const named = [...members.map((member) => [member.path, member] as const), ...aliasesOf(members, layout)];
    fields = new Map(
      named.map(([path, member]) => [path, again !== null && own.includes(member) ? anew(member, again) : member]),
    );
  }
  return { part: { ...part, layout: { ...layout, fields } }, lists };
}

const aliasesOf = (members: readonly FieldColumn[], { fields }: IndexLayout) =>
  [...fields].filter(([path, column]) => path !== column.path && members.includes(column));

/** Members of a nested field that are not inside a further one. */
function membersOf(members: readonly FieldColumn[]): readonly FieldColumn[] {
  const inner = new Set(members.filter(({ type }) => type === 'nested').flatMap((each) => each.members));
  return members.filter((member) => !inner.has(member));
}

const newName = (column: string, depth: number): string => `${column}_in_${depth}`;

const anew = (member: FieldColumn, depth: number): FieldColumn => ({
  ...member,
  columns: member.columns.map((column) => newName(column, depth)),
});

function renamed(list: Sql, members: readonly FieldColumn[], depth: number): Sql {
  const columns = members.flatMap((member) => member.columns);
  if (columns.length === 0) return list;
  const entries = columns.map((column) => sql`${name(newName(column, depth))} := o.${name(column)}`);
  return sql`list_transform(${list}, lambda o: struct_pack(${joined(entries, ', ')}))`;
}

export function reverseNested(node: AggregationKinds['reverse_nested'], context: PlanContext): RowsPlan | BranchesPlan {
  if (!context.above.some(({ kind }) => kind === 'nested')) {
    throw notExecutable(
      `Reverse nested aggregation [${context.name}] can only be used inside a [nested] aggregation`,
      'Move it into one.',
    );
  }
  const { documents, nests } = context;
  const { path } = node;
  if (path !== undefined && !documents.some(({ layout }) => isMapped(layout, path))) return nowhere(documents);
  const last = path === undefined ? -1 : nests.findIndex((nest) => nest.path === path);
  if (path !== undefined && last < 0) {
    throw notExecutable(
      `Reverse nested aggregation [${context.name}] cannot go back to [${path}], which is not around it`,
      `Name one of [${nests.map(({ path }) => path).join(', ')}], or leave path out to go back to the documents.`,
    );
  }
  const kept = nests.slice(0, last + 1);
  const levels = documents.map((part) => (path === undefined ? null : nestedIn(part, path)));
  return {
    kind: 'rows',
    parts: documents.map((part, i) => levels[i]?.part ?? part),
    sources: documents.map((part, i) =>
      (levels[i]?.lists ?? []).reduce(
        (rows, list, at) => unnested(rows, list, kept[at]?.depth ?? at),
        name(part.layout.docs),
      ),
    ),
    nests: kept,
    change: eachDocument(documents, kept),
    read: (body) => ({ ...body }),
  };
}

const isMapped = ({ fields }: IndexLayout, path: string): boolean =>
  [...fields.keys()].some((each) => `${each}.`.startsWith(`${path}.`));

/** A bucket no document is in. */
const nowhere = (parts: readonly IndexPart[]): BranchesPlan => ({
  kind: 'branches',
  branches: [parts.map(() => FALSE)],
  read: ([body]) => ({ ...body }),
});

/** What tells documents apart: their numbers, and of several indexes which one each is in. */
const toldApart = (parts: readonly IndexPart[]): readonly Expression[] => {
  const numbers = parts.map(() => sql`_doc`);
  return parts.length > 1 ? [numbers, parts.map((_, i) => whole(i))] : [numbers];
};

/** A document, or nested one of `kept`, counts once per bucket around however many of those further in are in it. */
function eachDocument(parts: readonly IndexPart[], kept: readonly Nest[]): RowsChange {
  const documents = toldApart(parts);
  const places = (depth: number): Expression => parts.map(() => placeName(depth));
  return (column, later) => {
    const told = [...kept.map(({ depth }) => depth), ...later].map((depth) => column(places(depth)));
    const own = [...documents.map(column), ...told];
    return (rows, keys) => sql`SELECT DISTINCT ON (${joined([...own, ...keys], ', ')}) * FROM (${rows})`;
  };
}
