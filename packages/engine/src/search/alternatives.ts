import { pureBits } from './predicate.ts';
import { FALSE, TRUE } from './sql.ts';
import type { DocBits } from './text/bits.ts';
import { type Resolved, type ResolvedBool, type ResolvedOf, sameScore } from './text/resolved.ts';

export type ColumnTest = ResolvedOf<'test'>;

/** The documents one of the tests is true of; null when they cannot be looked for by themselves. */
type Find = (tests: readonly ColumnTest[]) => Promise<DocBits | null>;

/**
 * A condition with the same matches, of other scores: what may be in words or in columns is one set. DuckDB would ask each row of
 * each set, and each statement of a search would do so anew; by itself the test of a column skips what lies elsewhere.
 */
export async function withUnions(resolved: Resolved, find: Find): Promise<Resolved> {
  const alternatives = alternativesOf(resolved).filter((each) => each.kind !== 'test' || each.test !== FALSE);
  if (alternatives.length > 1) return (await union(alternatives, find)) ?? resolved;
  if (resolved.kind !== 'bool' || resolved.least !== undefined) return resolved;
  const { must, filter, should, mustNot } = resolved;
  return {
    ...resolved,
    must: await eachWithUnions(must, find),
    filter: await eachWithUnions(filter, find),
    should: await eachWithUnions(should, find),
    mustNot: await eachWithUnions(mustNot, find),
  };
}

/** One after the other: they share a connection. */
async function eachWithUnions(all: readonly Resolved[], find: Find): Promise<readonly Resolved[]> {
  const made: Resolved[] = [];
  for (const each of all) made.push(await withUnions(each, find));
  return made;
}

/** Null where no set is among them, or what is no plain test of a column. */
async function union(alternatives: readonly Resolved[], find: Find): Promise<Resolved | null> {
  const sets: DocBits[] = [];
  const tests: ColumnTest[] = [];
  for (const each of alternatives) {
    const bits = pureBits(each);
    if (bits !== null) sets.push(bits);
    else if (each.kind === 'test' && each.test !== TRUE && each.costly !== true) tests.push(each);
    else return null;
  }
  if (sets.length === 0 || tests.length === 0) return null;
  const found = await find(tests);
  return found === null
    ? null
    : sameScore(
        sets.reduceRight((all, bits) => bits.or(all), found),
        0,
      );
}

/** Conditions of which one has to hold; a condition without such is its own only one. */
function alternativesOf(resolved: Resolved): readonly Resolved[] {
  switch (resolved.kind) {
    case 'best':
      return resolved.of.flatMap(alternativesOf);
    case 'constant':
      return alternativesOf(resolved.of);
    case 'boosting':
      return alternativesOf(resolved.positive);
    case 'bool':
      return isUnion(resolved) ? resolved.should.flatMap(alternativesOf) : [resolved];
    default:
      return [resolved];
  }
}

const isUnion = ({ must, filter, should, mustNot, required, least }: ResolvedBool): boolean =>
  least === undefined && required === 1 && should.length > 0 && must.length + filter.length + mustNot.length === 0;
