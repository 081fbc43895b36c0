import type { Breath } from '../store/breath.ts';
import type { IndexColumns } from './columns/index-columns.ts';
import { allDocuments, documentsWhere } from './columns/matching.ts';
import { pureBits } from './predicate.ts';
import { FALSE, TRUE } from './sql.ts';
import { DocBits } from './text/bits.ts';
import { type Resolved, sameScore } from './text/resolved.ts';

/** What matches, by postings and by columns in memory alone; null when a table has to be asked. */
export async function matchesInMemory(resolved: Resolved, columns: IndexColumns): Promise<DocBits | null> {
  const sets = await asSets(resolved, { columns, breath: columns.breath() });
  return sets === null ? null : pureBits(sets);
}

/** Patterns look at every value: each is short, thousands of them are not. */
interface InMemory {
  readonly columns: IndexColumns;
  readonly breath: Breath;
}

/** The same condition with every test on columns as the set of documents it is true of. */
async function asSets(resolved: Resolved, memory: InMemory): Promise<Resolved | null> {
  switch (resolved.kind) {
    case 'set':
      return resolved;
    case 'test': {
      if (memory.breath.isDue) await memory.breath.take();
      const bits = await bitsOf(resolved, memory.columns);
      return bits === null ? null : sameScore(bits, resolved.score);
    }
    case 'constant': {
      const of = await asSets(resolved.of, memory);
      return of === null ? null : { ...resolved, of };
    }
    case 'boosting':
      // the negative part has no say in what matches
      return asSets(resolved.positive, memory);
    case 'best': {
      const of = await allSets(resolved.of, memory);
      return of === null ? null : { ...resolved, of };
    }
    case 'bool': {
      if (resolved.least !== undefined) return null;
      const must = await allSets(resolved.must, memory);
      const filter = await allSets(resolved.filter, memory);
      const should = await allSets(resolved.should, memory);
      const mustNot = await allSets(resolved.mustNot, memory);
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
async function allSets(all: readonly Resolved[], memory: InMemory): Promise<readonly Resolved[] | null> {
  const sets: (Resolved | null)[] = [];
  for (const each of all) sets.push(await asSets(each, memory));
  return sets.every((each) => each !== null) ? sets : null;
}
