import type { Query } from '@datasarana/query';
import { aliasFilter, within } from './alias-filter.ts';
import { indexesOf, infosNamed, isTrue, type OsCall } from './call.ts';
import { isMeant } from './named-nodes.ts';
import { nodesPreferred, shardsPreferred } from './preference.ts';
import { illegal } from './refusals.ts';
import type { TemplateIndex } from './template-index.ts';
import { splitExpression } from './template-indexes.ts';

/** What a search is asked of. */
export interface Seen {
  readonly names: readonly string[];
  readonly templates: readonly TemplateIndex[];
  /** What aliases let through of them. */
  readonly filter: Query | null;
}

/** Indexes of documents and of templates that the address means. */
export async function seenNames(call: OsCall): Promise<Seen> {
  const { preference } = call.query;
  const seen = await namesOf(call);
  const nodes = nodesPreferred(preference);
  const [first] = seen.names;
  if (nodes !== null && first !== undefined && !isMeant(call, nodes)) throw noNodes(nodes, first);
  return shardsPreferred(preference)?.includes(0) === false ? { ...seen, names: [], templates: [] } : seen;
}

const noNodes = (nodes: string, index: string) =>
  illegal(
    `no data nodes with ${nodes.includes(',') ? 'criterion' : 'criteria'} [${nodes}] found for shard: [${index}][0]`,
  );

async function namesOf(call: OsCall): Promise<Seen> {
  if (call.params.index === undefined) return { names: await indexesOf(call), templates: [], filter: null };
  const { rest, templates, filter } = await splitExpression(call, call.params.index);
  const named = rest === null ? null : { ...call, params: { ...call.params, index: rest } };
  const own = named === null ? [] : await openOnes(call, await indexesOf(named));
  const names = [...own, ...templates.map(({ id }) => id)];
  return { names, templates, filter: both(named && (await aliasFilter(named, names)), filter) };
}

/** Where what is not there is passed over, closed indexes are, too. */
export async function openOnes(call: OsCall, names: readonly string[]): Promise<readonly string[]> {
  if (!isTrue(call.query.ignore_unavailable)) return names;
  const closed = new Set((await infosNamed(call, names)).flatMap((info) => (info.closed ? [info.name] : [])));
  return names.filter((name) => !closed.has(name));
}

const both = (one: Query | null, other: Query | null): Query | null =>
  one === null || other === null ? (one ?? other) : within(one, other);
