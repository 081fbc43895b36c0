import { type ResolveOptions, resolveExpression } from './expression.ts';
import type { Known } from './known-indexes.ts';

/** Names of the indexes an expression means; aliases stand for the indexes behind them. */
export function resolveNames(
  known: Known,
  expression: string | readonly string[],
  options: ResolveOptions,
): readonly string[] {
  const streams = new Map(options.streams === false ? [] : known.streams.map(({ name, indices }) => [name, indices]));
  const found = resolveExpression(expression, known.candidates(options), options);
  const meant = (name: string): readonly string[] => {
    if (known.byName.has(name)) return [name];
    return streams.get(name) ?? known.behindAlias(name).map((index) => index.name);
  };
  return [...new Set(found.flatMap(meant))];
}

/** Filters of the aliases an index is seen through, by its name; one that an expression means in another way too is seen whole. */
export function filtersOf(
  known: Known,
  expression: string | readonly string[],
  options: ResolveOptions,
): ReadonlyMap<string, readonly unknown[]> {
  const found = new Set(resolveExpression(expression, known.names, options));
  return new Map(
    known.indexes.flatMap(({ name, aliases, stream }) => {
      const through = Object.entries(aliases).filter(([alias]) => found.has(alias));
      const isNamed = found.has(name) || (stream !== undefined && found.has(stream));
      const isWhole = isNamed || through.length === 0 || through.some(([, { filter }]) => filter === undefined);
      return isWhole ? [] : [[name, through.map(([, { filter }]) => filter)] as const];
    }),
  );
}

/** Where a write to a name, an alias or a data stream goes; null when there is none of that name, '' when none of those behind an alias is the one. */
export function writeIndexOf(known: Known, name: string): string | null {
  if (known.byName.has(name)) return name;
  const last = known.streams.find((stream) => stream.name === name)?.indices.at(-1);
  if (last !== undefined) return last;
  const behind = known.behindAlias(name);
  const [only, ...others] = behind;
  if (only === undefined) return null;
  if (others.length === 0 && only.aliases[name]?.is_write_index === undefined) return only.name;
  return behind.find(({ aliases }) => aliases[name]?.is_write_index === true)?.name ?? '';
}
