import type { Difference, Known } from './difference.ts';
import { aroundOf, hasSeveral, namesOf, typeAt, valueAt, valuesOf } from './place.ts';

/** As many values stand one by one in a digest there. */
const FEW = 200;

/** Whether ours is the share of a field's values at or below, where all of them are asked as they are stored. */
function isShareOf(field: string, { said, asked, mapped, each }: Difference): boolean {
  const isChanged = /"query":|"min_score":|"missing":|"method":"(PUT|DELETE)"|_bulk|_by_query/.test(asked);
  if (isChanged || /"(null_value|ignore_malformed)":|"float"|"half_float"|"scaled_float"/.test(mapped)) return true;
  const [, limit, here] = /\.values\.(-?[\d.]+): ([\d.e-]+) here/.exec(said) ?? [];
  if (limit === undefined) return true;
  const values = valuesOf(field, each)
    .flat()
    .filter((value) => value !== null);
  const share = (100 * values.filter((value) => Number(value) <= Number(limit)).length) / values.length;
  return Math.abs(share - Number(here)) < 1e-6;
}

/** The figure that a text of the two answers shows. */
function figuresOf({ said, ours, theirs }: Difference): readonly number[] {
  const [, path = ''] = /^(?:call \d+: )?([\w.-]+)_as_string: /.exec(said) ?? [];
  return [ours, theirs].map((answer) => Number(valueAt(answer, path.split('.'))));
}

/** Figures of values. */
export const FIGURES: readonly Known[] = [
  {
    because: 'a figure half way between two that a format can show may be above it there, where it is added up rounded',
    said: /_as_string: "[\d.,-]+" here, "[\d.,-]+" there/,
    holds: (found) => {
      const [mine = 0, yours = 0] = figuresOf(found);
      return mine !== yours && Math.abs(mine - yours) <= 1e-9 * Math.max(1, Math.abs(mine));
    },
  },
  {
    because: 'figures of unsigned_long come as text too there',
    said: /_as_string: nothing here/,
    holds: (found) => {
      const { aggs: _within, ...own } = aroundOf(found).at(-1) ?? {};
      const named = JSON.stringify(own);
      return namesOf('unsigned_long', found.each.mapping).some((name) => named.includes(`"field":"${name}"`));
    },
  },
  {
    because: 'ranks of values are guessed between those there are there, even below the least; here they are exact',
    said: /\.values\.[^:]*: /,
    holds: (found) => {
      const around = aroundOf(found);
      const own = around.at(-1)?.percentile_ranks;
      return own !== undefined && (around.length > 1 || isShareOf(Object(own).field, found));
    },
  },
  {
    because: 'there an estimate from a digest once there are many values, here exact by Hazen’s rule',
    said: /\.values\.|\.value: /,
    holds: (found) => {
      const own = aroundOf(found).at(-1);
      const { field } = Object(own?.percentiles ?? own?.median_absolute_deviation);
      return field !== undefined && valuesOf(field, found.each).flat().length > FEW;
    },
  },
  {
    because: 'cardinality, min, max and composite look at documents below min_score too there',
    asked: /"min_score":/,
    holds: (found) => {
      const [around, ...within] = aroundOf(found);
      if (around?.composite !== undefined) return true;
      return within.length === 0 && [around?.cardinality, around?.min, around?.max].some((own) => own !== undefined);
    },
  },
  {
    because: 'documents beside a figure of a field without a name are not counted there',
    said: /doc_count: \d+ here, 0 there/,
    asked: /"field":""/,
  },
  {
    because: 'numbers of more than 15 digits, and products with them, are added up rounded one by one there',
    holds: (found) => {
      const [, here = 0, there = 0] =
        /\.(?:value|sum|avg): (-?[\d.e+]+) here, (-?[\d.e+]+) there/.exec(found.said) ?? [];
      const { sum, avg, stats, extended_stats, weighted_avg } = aroundOf(found).at(-1) ?? {};
      const fields = weighted_avg
        ? [Object(weighted_avg).value.field, Object(weighted_avg).weight.field]
        : [Object(sum ?? avg ?? stats ?? extended_stats).field];
      const values = fields.map((field) => valuesOf(String(field), found.each).flat().map(Number));
      const most = values.map((each) => each.reduce((all, value) => Math.max(all, Math.abs(value)), 0));
      // what is lost of a product may be divided by a weight of one
      const lost = most.reduce((all, each) => all * each, Number.EPSILON) * (values[0]?.length ?? 0);
      return most.some((each) => each > 1e15) && Math.abs(Number(here) - Number(there)) <= lost;
    },
  },
  {
    because: 'the least and the largest of several numbers without a sign are told wrong there',
    said: /(value|min|max)(_as_string)?: "?[\d.,]+"? here, "?[\d.,]+"? there/,
    holds: (found) => {
      const own = aroundOf(found).at(-1);
      const { field } = Object(own?.min ?? own?.max ?? own?.stats ?? own?.extended_stats);
      return typeAt(found.each.mapping, String(field)) === 'unsigned_long' && hasSeveral(String(field), found.each);
    },
  },
];
