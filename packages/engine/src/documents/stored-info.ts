import type { StoredIndex } from '../index/definition.ts';
import type { AliasBody } from './aliases.ts';
import { type DataStream, streamByIndex, streamNamed, streamsOf } from './data-streams.ts';
import { type Candidate, type ResolveOptions, resolveExpression } from './expression.ts';
import type { IndexMapping } from './mapping.ts';
import { asBody, type Names } from './names.ts';

/** What is known of an index of stored documents. */
export interface StoredInfo {
  readonly name: string;
  readonly uuid: string;
  /** Epoch ms. */
  readonly created: number;
  readonly closed: boolean;
  readonly mapping: IndexMapping;
  /** Whether it has a mapping, which may be an empty one. */
  readonly isMapped: boolean;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly aliases: Readonly<Record<string, AliasBody>>;
  /** The data stream it is an index of. */
  readonly stream?: string;
}

/** What is known of the indexes of a tenant, whose aliases and data streams `names` know. */
export function infosOf(
  indexes: Iterable<readonly [name: string, stored: StoredIndex]>,
  names: Names,
): readonly StoredInfo[] {
  const streams = streamByIndex(names);
  return Array.from(indexes, ([name, stored]) => {
    const stream = streams.get(name)?.name;
    return { ...infoOf(name, stored, names), ...(stream !== undefined && { stream }) };
  });
}

function infoOf(name: string, stored: StoredIndex, names: Names): StoredInfo {
  const { uuid, created, closed, mapping, settings } = stored;
  const aliases = [...names.all('alias')].flatMap(([alias, body]) => {
    const indices = asBody(body.indices);
    return Object.hasOwn(indices, name) ? [[alias, asBody(indices[name]) as AliasBody] as const] : [];
  });
  return {
    name,
    uuid,
    created,
    closed,
    mapping,
    isMapped: hasMapping(stored),
    settings,
    aliases: Object.fromEntries(aliases.sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Whether an index has a mapping, which may be an empty one. */
export const hasMapping = ({ mapping, isMapped }: Pick<StoredIndex, 'mapping' | 'isMapped'>): boolean =>
  isMapped === true || Object.keys({ ...mapping.properties, ...mapping.parameters }).length > 0;

/** Names of the indexes an expression means; aliases stand for the indexes behind them. */
export function resolveNames(
  indexes: readonly StoredInfo[],
  names: Names,
  expression: string | readonly string[],
  options: ResolveOptions,
): readonly string[] {
  const streams = options.streams === false ? [] : streamsOf(names);
  const known = [
    ...ownNames(indexes),
    ...(options.aliases === false ? [] : meaningIndexes(indexes, aliasNames(indexes, names))),
    ...streamNames(indexes, streams),
  ];
  const found = resolveExpression(expression, known, options);
  const behind = new Map(streams.map(({ name, indices }) => [name, indices]));
  const byName = new Set(indexes.map(({ name }) => name));
  const aliased = (alias: string): readonly string[] => behindAlias(indexes, alias).map(({ name }) => name);
  return [...new Set(found.flatMap((name) => (byName.has(name) ? [name] : (behind.get(name) ?? aliased(name)))))];
}

/** Filters of the aliases an index is seen through, by its name; one that an expression means in another way too is seen whole. */
export function filtersOf(
  indexes: readonly StoredInfo[],
  names: Names,
  expression: string | readonly string[],
  options: ResolveOptions,
): ReadonlyMap<string, readonly unknown[]> {
  const known = [...ownNames(indexes), ...aliasNames(indexes, names), ...streamNames(indexes, streamsOf(names))];
  const found = new Set(resolveExpression(expression, known, options));
  return new Map(
    indexes.flatMap(({ name, aliases, stream }) => {
      const through = Object.entries(aliases).filter(([alias]) => found.has(alias));
      const isNamed = found.has(name) || (stream !== undefined && found.has(stream));
      const isWhole = isNamed || through.length === 0 || through.some(([, { filter }]) => filter === undefined);
      return isWhole ? [] : [[name, through.map(([, { filter }]) => filter)] as const];
    }),
  );
}

const ownNames = (indexes: readonly StoredInfo[]): readonly Candidate[] =>
  indexes.map(({ name, closed, settings }) => ({
    name,
    closed,
    hidden: settings['index.hidden'] === 'true' || name.startsWith('.'),
  }));

const aliasNames = (indexes: readonly StoredInfo[], names: Names): readonly Candidate[] =>
  [...names.all('alias').keys()].map((name) => ({
    name,
    closed: false,
    hidden: indexes.some(({ aliases }) => aliases[name]?.is_hidden === true),
  }));

/** A wildcard means the indexes behind an alias, each of which may be taken away again. */
function meaningIndexes(indexes: readonly StoredInfo[], aliases: readonly Candidate[]): readonly Candidate[] {
  return aliases.map((alias) => ({ ...alias, behind: ownNames(behindAlias(indexes, alias.name)) }));
}

/** A data stream is seen, though its indexes are hidden. */
function streamNames(indexes: readonly StoredInfo[], streams: readonly DataStream[]): readonly Candidate[] {
  if (streams.length === 0) return [];
  const byName = new Map(ownNames(indexes).map((index) => [index.name, index]));
  return streams.map(({ name, indices }) => ({
    name,
    closed: false,
    hidden: false,
    behind: indices.flatMap((index) => byName.get(index) ?? []),
  }));
}

const behindAlias = (indexes: readonly StoredInfo[], alias: string): readonly StoredInfo[] =>
  indexes.filter(({ aliases }) => Object.hasOwn(aliases, alias));

/** Where a write to a name, an alias or a data stream goes; null when there is none of that name, '' when none of those behind an alias is the one. */
export function writeIndexOf(indexes: readonly StoredInfo[], names: Names, name: string): string | null {
  if (indexes.some((each) => each.name === name)) return name;
  const last = streamNamed(names, name)?.indices.at(-1);
  if (last !== undefined) return last;
  const behind = behindAlias(indexes, name);
  const [only, ...others] = behind;
  if (only === undefined) return null;
  if (others.length === 0 && only.aliases[name]?.is_write_index === undefined) return only.name;
  return behind.find(({ aliases }) => aliases[name]?.is_write_index === true)?.name ?? '';
}
