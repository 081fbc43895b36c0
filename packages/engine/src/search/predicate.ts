import { and, FALSE, not, or, type Sql, sql, sum, TRUE, whole } from './sql.ts';
import type { DocBits } from './text/bits.ts';
import type { PartOfMost, Resolved, ResolvedBool, ResolvedOf, ResolvedSet, Scored } from './text/resolved.ts';

/** Whether a row matches, as SQL; NULL counts as no. */
export function predicate(resolved: Resolved): Sql {
  switch (resolved.kind) {
    case 'test':
      return resolved.test;
    case 'set':
      return resolved.bits.test();
    case 'best':
      return or(resolved.of.map(predicate));
    case 'constant':
      return predicate(resolved.of);
    case 'boosting':
      return predicate(resolved.positive);
    case 'bool': {
      const bits = pureBits(resolved);
      return bits === null ? boolPredicate(resolved) : bits.test();
    }
  }
}

function boolPredicate(resolved: ResolvedBool): Sql {
  const { must, filter, should, mustNot, required, least } = resolved;
  return and([
    ...must.map(predicate),
    ...filter.map(predicate),
    ...(least === undefined ? [] : [asManyAs(least, should.map(predicate))]),
    ...(least === undefined && required > 0 ? [atLeast(required, should.map(predicate))] : []),
    ...mustNot.map((each) => not(predicate(each))),
  ]);
}

/** A document whose column holds no number does not match. */
function asManyAs(least: Sql, tests: readonly Sql[]): Sql {
  const counts = tests.map((each) => sql`((${each}) IS TRUE)::INTEGER`);
  return tests.length === 0 ? FALSE : sql`(${sum(counts)} >= ${least})`;
}

function atLeast(required: number, tests: readonly Sql[]): Sql {
  if (required > tests.length) return FALSE;
  if (required === 1) return or(tests);
  if (required === tests.length) return and(tests);
  const counts = tests.map((each) => sql`((${each}) IS TRUE)::INTEGER`);
  return sql`${sum(counts)} >= ${whole(required)}`;
}

/** The matches when text alone decides, so that no table has to be asked; null when columns have a say. */
export function pureBits(resolved: Resolved): DocBits | null {
  if (resolved.kind === 'set') return resolved.bits;
  if (resolved.kind === 'test') return null;
  if (resolved.kind === 'best') return resolved.of.length === 0 ? null : (allBits(resolved.of)?.reduce(union) ?? null);
  if (resolved.kind === 'constant') return pureBits(resolved.of);
  if (resolved.kind === 'boosting') return pureBits(resolved.positive);
  if (resolved.least !== undefined) return null;
  if (resolved.must.length + resolved.filter.length + resolved.should.length === 0) return null;
  const needed = allBits([...resolved.must, ...resolved.filter]);
  const optional = allBits(resolved.should);
  const excluded = allBits(resolved.mustNot);
  if (needed === null || optional === null || excluded === null) return null;
  // More than one needs counting, more than there are matches nothing: both are left to SQL.
  if (resolved.required > Math.min(1, optional.length)) return null;
  const any = resolved.required === 1 ? [optional.reduce(union)] : [];
  if (needed.length + any.length === 0) return null;
  const kept = [...new Set([...needed, ...any])].reduce((a, b) => a.and(b));
  return excluded.reduce((a, b) => a.without(b), kept);
}

const union = (a: DocBits, b: DocBits): DocBits => a.or(b);

function allBits(resolved: readonly Resolved[]): readonly DocBits[] | null {
  const bits = resolved.map(pureBits);
  return bits.every((each) => each !== null) ? bits : null;
}

/** Whether deciding about a row takes longer than reading it. */
export function isCostly(resolved: Resolved): boolean {
  if (resolved.kind === 'test') return resolved.costly === true;
  if (resolved.kind === 'set') return false;
  if (resolved.kind === 'best') return resolved.of.some(isCostly);
  if (resolved.kind === 'constant') return isCostly(resolved.of);
  if (resolved.kind === 'boosting') return isCostly(resolved.positive);
  const { must, filter, should, mustNot } = resolved;
  return [...must, ...filter, ...should, ...mustNot].some(isCostly);
}

/** The one score every match has, or null when matches differ. */
export function constantScore(resolved: Resolved): number | null {
  switch (resolved.kind) {
    case 'test':
      return resolved.score;
    case 'set':
      return resolved.constant;
    case 'best':
      return resolved.of.length === 1 && resolved.of[0] ? scaled(constantScore(resolved.of[0]), resolved.boost) : null;
    case 'constant':
      return resolved.score;
    case 'boosting':
      return null;
    case 'bool': {
      const must = resolved.must.map(constantScore);
      if (resolved.least !== undefined) return null;
      if (resolved.should.length > 0 && !(resolved.should.length === resolved.required)) return null;
      const should = resolved.should.map(constantScore);
      const all = [...must, ...should];
      if (!all.every((score) => score !== null)) return null;
      return all.reduce((sum, score) => sum + score, 0) * resolved.boost;
    }
  }
}

const scaled = (score: number | null, boost: number): number | null => (score === null ? null : score * boost);

/**
 * The scores of all matches, where they stand ready: those of a set, and of a clause that alone has a say in them and that every match must have.
 * More documents may have one than match.
 */
export function readyScores(resolved: Resolved): Scored | null {
  if (resolved.kind === 'set') return resolved.scored ?? null;
  if (resolved.kind === 'best') return mostOf(resolved);
  if (resolved.kind !== 'bool' || resolved.least !== undefined || resolved.boost !== 1) return null;
  const { must, filter, should, mustNot, required } = resolved;
  const [only, ...others] = [...must, ...should];
  if (only === undefined || others.length > 0 || (must.length === 0 && required !== 1)) return null;
  const scored = readyScores(only);
  if (scored === null || filter.length + mustNot.length === 0) return scored;
  if (scored.boost !== 1) return null;
  return scored.kind === 'list' ? { kind: 'sums', parts: [scored], boost: 1 } : scored;
}

/** The highest score of several clauses, where those of each stand ready. */
function mostOf({ of, tieBreaker, boost }: ResolvedOf<'best'>): Scored | null {
  if (tieBreaker !== 0 || boost !== 1) return null;
  const parts = of.filter((each) => each.kind !== 'test' || each.test !== FALSE).map(partOfMost);
  return parts.every((part) => part !== null) ? { kind: 'most', parts, boost } : null;
}

function partOfMost(resolved: Resolved): PartOfMost | null {
  if (resolved.kind === 'test')
    return resolved.found === undefined ? null : { bits: resolved.found.toBits(), scored: resolved.score };
  if (resolved.kind !== 'set') return null;
  const scored = resolved.constant ?? resolved.scored ?? null;
  const { bits } = resolved;
  if (scored === null || typeof scored === 'number') return scored === null ? null : { bits, scored };
  return scored.kind === 'most' || scored.boost !== 1 ? null : { bits, scored };
}

/** Computes scores; `columns` are the tests whose outcome it needs of each row, in order. */
export interface Scorer {
  readonly columns: readonly Sql[];
  readonly score: (doc: number, outcome: (column: number) => boolean) => number;
}

/** Scores have 32 bits, so that documents which score the same there come in order of arrival. */
export function scorer(resolved: Resolved): Scorer {
  const columns: Sql[] = [];
  const part = makeScorer(resolved, columns, true);
  return { columns, score: (doc, outcome) => Math.fround(part(doc, outcome) ?? 0) };
}

/** Null when the part does not match the document. */
type Part = (doc: number, outcome: (column: number) => boolean) => number | null;

/** `certain`: only asked of documents that match it. */
function makeScorer(resolved: Resolved, columns: Sql[], certain: boolean): Part {
  if (resolved.kind === 'set') {
    const { bits, score } = resolved;
    return certain ? score : (doc) => (bits.has(doc) ? score(doc) : null);
  }
  if (resolved.kind === 'test') {
    const { score } = resolved;
    if (certain || resolved.test === TRUE) return () => score;
    const column = columns.push(resolved.test) - 1;
    return (_, outcome) => (outcome(column) ? score : null);
  }
  if (resolved.kind === 'best') {
    // With one part only, what matches the whole matches it.
    const parts = resolved.of.map((each) => makeScorer(each, columns, certain && resolved.of.length === 1));
    return bestScorer(parts, resolved);
  }
  if (resolved.kind === 'constant') return constantScorer(resolved, columns, certain);
  if (resolved.kind === 'boosting') return boostingScorer(resolved, columns, certain);
  return boolScorer(resolved, columns, certain);
}

/** From so many sets on documents are scored some at a time, each by the sets it is in instead of by a look at all of them. */
const MANY_SETS = 32;
const TOGETHER = { most: 2048, least: 128 };
/** Looks at a document and a set that are made at once: nobody else has a turn meanwhile. */
const LOOKS = 1 << 20;

/** A power of two, so that they begin with a word of bits. */
const togetherOf = (sets: number): number =>
  Math.min(TOGETHER.most, Math.max(TOGETHER.least, 2 ** Math.floor(Math.log2(LOOKS / sets))));

function sumOfSets(sets: readonly ResolvedSet[]): (doc: number) => number {
  const together = togetherOf(sets.length);
  const sums = new Float64Array(together);
  const docs = new Int32Array(together);
  let from = -1;
  const add = ({ bits, constant, score }: ResolvedSet): void => {
    const found = bits.into(docs, from, Math.max(0, Math.min(together, bits.capacity - from)));
    for (let i = 0; i < found; i++) {
      const doc = docs[i] ?? 0;
      sums[doc - from] = (sums[doc - from] ?? 0) + (constant ?? score(doc));
    }
  };
  return (doc) => {
    const first = doc - (doc % together);
    if (first !== from) {
      from = first;
      sums.fill(0);
      for (const set of sets) add(set);
    }
    return sums[doc - from] ?? 0;
  };
}

function bestScorer(parts: readonly Part[], { boost, tieBreaker }: { boost: number; tieBreaker: number }): Part {
  return (doc, outcome) => {
    let best: number | null = null;
    let sum = 0;
    for (const part of parts) {
      const score = part(doc, outcome);
      if (score === null) continue;
      sum += score;
      if (best === null || score > best) best = score;
    }
    return best === null ? null : (best + (sum - best) * tieBreaker) * boost;
  };
}

/** Whether a document matches, asked of the sets or of the row. */
function membership(
  resolved: Resolved,
  columns: Sql[],
): (doc: number, outcome: (column: number) => boolean) => boolean {
  const bits = pureBits(resolved);
  if (bits !== null) return (doc) => bits.has(doc);
  const column = columns.push(predicate(resolved)) - 1;
  return (_, outcome) => outcome(column);
}

function constantScorer(resolved: ResolvedOf<'constant'>, columns: Sql[], certain: boolean): Part {
  const { score } = resolved;
  if (certain) return () => score;
  const matches = membership(resolved.of, columns);
  return (doc, outcome) => (matches(doc, outcome) ? score : null);
}

function boostingScorer(resolved: ResolvedOf<'boosting'>, columns: Sql[], certain: boolean): Part {
  const positive = makeScorer(resolved.positive, columns, certain);
  const negative = membership(resolved.negative, columns);
  return (doc, outcome) => {
    const score = positive(doc, outcome);
    if (score === null) return null;
    return score * resolved.boost * (negative(doc, outcome) ? resolved.factor : 1);
  };
}

function boolScorer(resolved: ResolvedBool, columns: Sql[], certain: boolean): Part {
  const { must, should, boost, required } = resolved;
  const bits = certain ? null : pureBits(resolved);
  const gate = certain || bits !== null ? null : columns.push(predicate(resolved)) - 1;
  const needed = must.map((each) => makeScorer(each, columns, true));
  const sure = resolved.least === undefined && required > 0 && required === should.length;
  const sets = should.flatMap((each) => (each.kind === 'set' ? [each] : []));
  const optional =
    sets.length === should.length && sets.length >= MANY_SETS
      ? [sumOfSets(sets)]
      : should.map((each) => makeScorer(each, columns, sure));
  return (doc, outcome) => {
    if (bits?.has(doc) === false || (gate !== null && !outcome(gate))) return null;
    let sum = 0;
    for (const part of needed) sum += part(doc, outcome) ?? 0;
    for (const part of optional) sum += part(doc, outcome) ?? 0;
    return sum * boost;
  };
}
