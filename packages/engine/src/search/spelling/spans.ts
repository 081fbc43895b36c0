import type { QueryNodes } from '@datasarana/query';
import { anywhere, boosted, type Spelt } from './lucene.ts';
import type { Surroundings } from './surroundings.ts';

type Spell<K extends keyof QueryNodes> = (node: QueryNodes[K], on: Surroundings) => Spelt;

const texts = (of: readonly QueryNodes[keyof QueryNodes][], on: Surroundings): string =>
  of.map((each) => on.spell(each).text).join(', ');

const spanTerm: Spell<'span_term'> = ({ field, value, boost }) => boosted(anywhere(`${field}:${value}`), boost);

const spanNear: Spell<'span_near'> = ({ clauses, slop, inOrder, boost }, on) =>
  boosted(anywhere(`spanNear([${texts(clauses, on)}], ${slop}, ${inOrder})`), boost);

const spanOr: Spell<'span_or'> = ({ clauses, boost }, on) =>
  boosted(anywhere(`spanOr([${texts(clauses, on)}])`), boost);

const spanNot: Spell<'span_not'> = ({ include, exclude, pre, post, boost }, on) =>
  boosted(anywhere(`spanNot(${texts([include, exclude], on)}, ${pre}, ${post})`), boost);

const spanFirst: Spell<'span_first'> = ({ match, end, boost }, on) =>
  boosted(anywhere(`spanFirst(${texts([match], on)}, ${end})`), boost);

const spanMulti: Spell<'span_multi'> = ({ match, boost }, on) =>
  boosted(anywhere(`SpanMultiTermQueryWrapper(${texts([match], on)})`), boost);

/** Spellings of clauses on places of words. */
export const spellSpans = {
  span_term: spanTerm,
  span_near: spanNear,
  span_or: spanOr,
  span_not: spanNot,
  span_first: spanFirst,
  span_multi: spanMulti,
};
