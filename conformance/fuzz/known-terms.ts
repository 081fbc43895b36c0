import type { Known } from './difference.ts';
import { aggregationsAround, aroundOf, hasSeveral, typeAt, valueAt } from './place.ts';

interface Bucket {
  readonly key: string | number;
  readonly key_as_string?: string;
  readonly doc_count: number;
  readonly score?: number;
}

/** The buckets a difference lies in. */
function bucketsIn(answer: unknown, said: string): readonly Bucket[] {
  const [, path = ''] = /^(?:call \d+: )?([^:]*\.buckets)\.[\w.]+: /.exec(said) ?? [];
  const buckets = valueAt(answer, path.split('.'));
  return Array.isArray(buckets) ? buckets : [];
}

const countsIn = (answer: unknown, said: string): ReadonlyMap<string | number, number> =>
  new Map(bucketsIn(answer, said).map(({ key, doc_count }) => [key, doc_count]));

const scoresIn = (answer: unknown, said: string): readonly number[] =>
  bucketsIn(answer, said).map(({ score }) => Number(score));

const isOfOne = ({ doc_count }: Bucket): boolean => doc_count === 1;

/** Buckets of terms, those that stand out among them. */
export const TERMS: readonly Known[] = [
  {
    because: 'what is unusual in a field that is not there fails there once a document is looked at',
    said: /status: 200 here .*, 500 there \("(null_pointer_exception|Cannot invoke .*MappedFieldType\.indexAnalyzer\(\).* is null)"\)/,
    holds: ({ asked, each }) => {
      const fields = [...asked.matchAll(/"significant_text":\{"field":"([^"]*)"/g)].map(([, field = '']) => field);
      return fields.some((field) => typeAt(each.mapping, field) === undefined);
    },
  },
  {
    because:
      'keys of a field that is a text in another index are texts here; there in a bucket of one index they are as it has them',
    said: /\.buckets\.\d+\.key(\.\d+)?: ".*" here, (-?[\d.]+|true|false) there/,
    asked: /\$index,\$index-copy/,
    holds: (found) => {
      const [, at, part] = /\.buckets\.(\d+)\.key(?:\.(\d+))?: /.exec(found.said) ?? [];
      const [mine, yours] = [found.ours, found.theirs].map((answer) => bucketsIn(answer, found.said)[Number(at)]);
      const keyOf = (of: unknown): string => String(part === undefined ? of : Object(of)[part]);
      const isWithin = aroundOf(found).length > 1 || aroundOf(found)[0]?.multi_terms !== undefined;
      return isWithin && [yours?.key_as_string, keyOf(yours?.key)].includes(keyOf(mine?.key));
    },
  },
  {
    because:
      'parts of composite keys by a field that is a text in another index are texts here, and as their index has them there',
    said: /\.(after_key|buckets\.\d+\.key)\.\w+: "(-?[\d.]+|true|false)" here, \2 there/,
    asked: /\$index,\$index-copy/,
  },
  {
    because: 'nested objects count among the documents that terms have to stand out of there',
    said: /buckets\.length: |buckets\.\d+\.(key|score): /,
    stored: /"n":\[\{/,
    holds: (found) => {
      const { significant_terms: terms, significant_text: text = terms } = aroundOf(found).at(-1) ?? {};
      return text !== undefined && Object(text).background_filter === undefined;
    },
  },
  {
    because: 'of values that stand out alike by their distance the last digits tell which is first',
    said: /\.buckets\.\d+\.key: /,
    asked: /"gnd":/,
    holds: ({ said, ours, theirs }) => {
      const [own, other] = [scoresIn(ours, said), scoresIn(theirs, said)];
      return own.length > 1 && own.every((score, i) => Math.abs(score - (other[i] ?? 0)) < 1e-12);
    },
  },
  {
    because:
      'words behind those that are left out as said before are left out too there, in the next text of a document',
    said: /\.buckets\.(length|\d+\.(key|doc_count)): /,
    asked: /"filter_duplicate_text":true/,
    holds: ({ said, each, ours, theirs }) => {
      const own = Object(aggregationsAround(said, each.calls).at(-1)?.significant_text);
      const { field, filter_duplicate_text, chi_square, mutual_information } = own;
      const [mine, yours] = [countsIn(ours, said), countsIn(theirs, said)];
      const isNoneMore = [...yours].every(([key, count]) => count <= (mine.get(key) ?? count));
      const isLess = [...mine].some(([key, count]) => (yours.get(key) ?? 0) < count);
      // a word that is as usual as elsewhere stands out as seldom once it is left out
      const isSeldom = Object(chi_square ?? mutual_information).include_negatives === true && yours.size > mine.size;
      return filter_duplicate_text === true && isNoneMore && (isLess || isSeldom) && hasSeveral(String(field), each);
    },
  },
  {
    because: 'of values that stand out alike, where not all of them are asked for, any are told there',
    said: /\.buckets\.\d+\.key: /,
    holds: (found) => {
      const { significant_terms: terms, significant_text: text = terms } = aroundOf(found).at(-1) ?? {};
      const [own, other] = [scoresIn(found.ours, found.said), scoresIn(found.theirs, found.said)];
      const scores = own.toSorted((one, another) => another - one);
      const at = Number(/\.buckets\.(\d+)\.key: /.exec(found.said)?.[1]);
      const isCut = own.length === Number(Object(text).size ?? 10) && own.length === other.length;
      return text !== undefined && isCut && scores[at] === scores.at(-1) && scores.at(-1) === Math.min(...other);
    },
  },
  {
    because:
      'a rare_terms around a query that is rewritten forgets its max_doc_count there and has buckets of one document',
    said: /\.buckets\.length: /,
    holds: (found) => {
      const { rare_terms: own, aggs } = aroundOf(found).at(-1) ?? {};
      const buckets = bucketsIn(found.theirs, found.said);
      const isRewritten = /"filters?":/.test(JSON.stringify(aggs ?? null));
      return Number(Object(own).max_doc_count) > 1 && isRewritten && buckets.every(isOfOne);
    },
  },
  {
    because: 'what was copied to a field is not among the words that stand out there',
    holds: (found) => Object(aroundOf(found).at(-1)?.significant_text).field === 'copies',
  },
  {
    because:
      'there the rest counts those of the kept buckets only that are too small; here those that are large enough',
    said: /sum_other_doc_count/,
    holds: (found) => Object(aroundOf(found).at(-1)?.terms).min_doc_count === 2,
  },
  {
    because:
      'of shorter buckets of automatic length the last terms are cut off, and the rest told, before they merge there',
    said: /sum_other_doc_count|\.buckets\.(length|\d+\.(key|doc_count)): /,
    holds: (found) => {
      const around = aroundOf(found);
      const isMerged = around.some(({ auto_date_histogram: own }) => own !== undefined);
      return isMerged && Object(around.at(-1)?.terms).size === 2;
    },
  },
  {
    because:
      'of terms in the order of their keys, or the rarest first, the first ones alone are held against min_doc_count there',
    said: /buckets\.length: |buckets\.\d+\.key: /,
    holds: (found) => {
      const { order, min_doc_count } = Object(aroundOf(found).at(-1)?.terms);
      const [, here = 0, there = 0] = /length: (\d+) here, (\d+) there/.exec(found.said) ?? [];
      const [first] = [order].flat().map((by) => JSON.stringify(by));
      const isLeft = first?.startsWith('{"_key":') || first === '{"_count":"asc"}';
      return min_doc_count === 2 && isLeft === true && Number(here) >= Number(there);
    },
  },
];
