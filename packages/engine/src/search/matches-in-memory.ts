import type { IndexColumns } from './columns/index-columns.ts';
import { allDocuments, documentsWhere } from './columns/matching.ts';
import { pureBits } from './predicate.ts';
import { FALSE, TRUE } from './sql.ts';
import { DocBits } from './text/bits.ts';
import { type Resolved, sameScore } from './text/resolved.ts';

/** What matches, by postings and by columns in memory alone; null when a table has to be asked. */
export async function matchesInMemory(resolved: Resolved, columns: IndexColumns): Promise<DocBits | null> {
  const sets = await asSets(resolved, columns);
  return sets === null ? null : pureBits(sets);
}

/** The same condition with every test on columns as the set of documents it is true of. */
async function asSets(resolved: Resolved, columns: IndexColumns): Promise<Resolved | null> {
  switch (resolved.kind) {
    case 'set':
      return resolved;
    case 'test': {
      const bits = await bitsOf(resolved, columns);
      return bits === null ? null : sameScore(bits, resolved.score);
    }
    case 'constant': {
      const of = await asSets(resolved.of, columns);
      return of === null ? null : { ...resolved, of };
    }
    case 'boosting':
      // the negative part has no say in what matches
      return asSets(resolved.positive, columns);
    case 'best': {
      const of = await allSets(resolved.of, columns);
      return of === null ? null : { ...resolved, of };
    }
    case 'bool': {
      if (resolved.least !== undefined) return null;
      const must = await allSets(resolved.must, columns);
      const filter = await allSets(resolved.filter, columns);
      const should = await allSets(resolved.should, columns);
      const mustNot = await allSets(resolved.mustNot, columns);
      if (must === null || filter === null || should === null || mustNot === null) return null;
      return { ...resolved, must, filter, should, mustNot };
    }
  }
}

function bitsOf({ test }: Extract<Resolved, { kind: 'test' }>, columns: IndexColumns): Promise<DocBits | null> {
  if (test === TRUE) return allDocuments(columns);
  if (test === FALSE) return Promise.resolve(new DocBits(columns.version.nextDoc));
  return documentsWhere(test, columns);
}

/** Each column is asked for though an earlier one cannot be had, so that all of a question are noted at once. */
async function allSets(all: readonly Resolved[], columns: IndexColumns): Promise<readonly Resolved[] | null> {
  const sets: (Resolved | null)[] = [];
  for (const each of all) sets.push(await asSets(each, columns));
  return sets.every((each) => each !== null) ? sets : null;
}
