import type { Found, FuzzCase } from './calls.ts';
import type { Difference, Known } from './difference.ts';
import { BUCKETS } from './known-buckets.ts';
import { FAILURES } from './known-failures.ts';
import { FIGURES } from './known-figures.ts';
import { FOUND } from './known-found.ts';
import { REFUSALS } from './known-refusals.ts';
import { STRICTNESS } from './known-strictness.ts';
import { TERMS } from './known-terms.ts';
import { findsNothing, namesOf, standsBeside, valueAt } from './place.ts';

/** What may be typed, in both answers to what was suggested. */
function optionsIn({ said, ours, theirs }: Difference): readonly (readonly Option[])[] {
  const path = (/((?:responses\.\d+\.)?suggest\..*\.options)\./.exec(said)?.[1] ?? '').split('.');
  return [ours, theirs].map((answer) => (valueAt(answer, path) ?? []) as readonly Option[]);
}

interface Option {
  readonly text: string;
  readonly _id: string;
  readonly _score: number;
}

const marksIn = (marks: unknown, field: string): readonly unknown[] => [Object(marks)[field] ?? []].flat();

const isMarkOfNothing = (text: unknown): boolean => /^(<[^>]*>)+$/.test(String(text));

/** Whether two answers mark the same but for marks around nothing, which may take the places of the last ones. */
function markTheSame(ours: unknown, theirs: unknown): boolean {
  return [...new Set([ours, theirs].flatMap((marks) => Object.keys(Object(marks))))].every((field) => {
    const [mine, yours] = [marksIn(ours, field), marksIn(theirs, field)];
    const filled = yours.filter((text) => !isMarkOfNothing(text));
    const kept = mine.length > yours.length ? mine : mine.slice(0, filled.length);
    return JSON.stringify(kept) === JSON.stringify(filled);
  });
}

/** How values are shown. */
const SHOWN: readonly Known[] = [
  {
    because: 'ten digits behind a sign are milliseconds here, and there a year beyond all years, which is passed over',
    said: /\._ignored(\.length)?: /,
    mapped: /"ignore_malformed":true/,
    holds: ({ asked, stored }) => [asked, stored].some((each) => /[:[,]"?-\d{10}[",\]}]/.test(each)),
  },
  {
    because: 'a word counts in the vectors of a match_only_text as often as it is there, and once there',
    said: /term_vectors\.[\w.]+\.(field_statistics|terms)\./,
    holds: ({ said, each }) =>
      namesOf('match_only_text', each.mapping).some((name) => said.includes(`term_vectors.${name}.`)),
  },
  { because: 'each gives documents without an id one of its own', said: /\b_id: "[\w-]{20}" here, "[\w-]{20}" there/ },
  {
    because: 'a value missing from the order of top_hits is null here, the end of its type there',
    said: /aggregations\..*\.sort\.\d+: null here, (-?9223372036854776000|2147483647|-2147483648|"-?Infinity") there/,
  },
  {
    because: 'a number that stands in for a missing text is written as Java does there',
    said: /\.sort\.\d+: "\de[+]\d+" here, "\d\.\dE\d+" there/,
  },
  {
    because: 'a number of 32 bits has more digits than it takes to know it again there, as Java before 19 writes it',
    said: /fields\.[\w.]+: /,
    holds: ({ said }) => {
      const [, ...told] = /: (-?[\d.e+]+) here, (-?[\d.e+]+) there$/.exec(said) ?? [];
      const [here, there] = told.map(Number);
      const isShort = [here, there].every((each) => each === Number(each?.toPrecision(9)));
      return here !== undefined && there !== undefined && isShort && Math.fround(here) === Math.fround(there);
    },
  },
  {
    because: 'an object of a flat_object among fields is a text of Java’s there',
    said: /fields\.[\w.]+: \{.*\} here, "\{\w+=.*\}" there/,
  },
  {
    because: 'the parts of a text to be typed are fields of their own there',
    said: /(^|[. ])fields\.[\w.]+\._(\dgram|index_prefix): nothing here, [[{]/,
    mapped: /"search_as_you_type"/,
  },
  {
    because: 'the leaves of a flat_object are a field of their own there, with an empty name',
    said: /(^|[. ])fields\.[\w.]+\.: nothing here, (\{"flat_object"|\["\{)/,
  },
  {
    because: 'scores of named clauses are told there only when the address asks for them',
    said: /\.matched_queries: \{.*\} here, \[.*\] there/,
    asked: /"include_named_queries_score":true/,
  },
  {
    because: 'inner hits that begin behind the last one are none at all there, whatever their number',
    said: /inner_hits\..*hits\.total\.value: [1-9]\d* here, 0 there/,
    asked: /"inner_hits":\{[^{}]*"from":[1-9]/,
  },
  {
    because: 'objects among hits of a top_hits that show nothing of their documents tell whose they are here',
    said: /aggregations\..*inner_hits\..*\._id: ".*" here, nothing there/,
    asked: /"top_hits":\{.*"stored_fields":\["_none_"\]/,
  },
  {
    because: 'objects tell the names of clauses of other inner hits there, by the order of hashes',
    said: /inner_hits\..*\.matched_queries/,
    asked: /"inner_hits":.*"inner_hits":/,
  },
  {
    because: 'objects among the hits of a top_hits show the booleans they are ordered by as numbers there',
    said: /aggregations\..*inner_hits\..*\.sort\.\d+: (true here, 1|false here, 0) there/,
  },
  {
    because: 'a clause beside one that finds nothing is not looked at there, so that hits tell nothing of its name',
    said: /\.matched_queries(: [[{].*[\]}] here, nothing there|\.length: )/,
    holds: (found) => {
      const [, here = 1, there = 0] = /length: (\d+) here, (\d+) there/.exec(found.said) ?? [];
      const isMore = Number(here) > Number(there);
      const nothing = [findsNothing(found), /"range":/];
      return isMore && found.each.calls.some(({ body }) => nothing.some((each) => standsBeside(body, each)));
    },
  },
  {
    because:
      'a clause beside a range that finds nothing is not looked at there, so that hits do not tell it has no objects',
    said: /\.inner_hits(: \{"\w+":|\.\w+: )(\{"hits":\{"total":\{"value":0,"relation":"eq"\},"max_score":null,"hits":\[\]\}\}(,"\w+":)?)+\}? here, nothing there/,
    holds: ({ each }) => each.calls.some(({ body }) => standsBeside(body, /"range":/)),
  },
  {
    because: 'a clause beside one that finds nothing is not looked at there, so that hits tell nothing of its objects',
    said: /\.inner_hits: \{.*\} here, nothing there/,
    holds: (found) =>
      found.each.calls.some(({ body }) => [findsNothing(found), /"range":/].some((each) => standsBeside(body, each))),
  },
  {
    because: 'nothing is marked in an empty text here, there it is in all but the last value',
    said: /\.highlight(\.|: )/,
    holds: ({ said, ours, theirs }) => {
      const path = (/((?:responses\.\d+\.)?hits\.hits\.\d+\.highlight)/.exec(said)?.[1] ?? '').split('.');
      return markTheSame(valueAt(ours, path), valueAt(theirs, path));
    },
  },
  {
    because: 'the beginning of a word behind a phrase is not marked in nested objects there',
    said: /\.highlight(: |\.)/,
    asked: /"nested":.*"(match_phrase_prefix|phrase_prefix)"/,
    // of any field, where it need not be the one that was asked
    holds: ({ said, asked }) =>
      /\.highlight(: \{"|\.)n\.\w/.test(said) || asked.includes('"require_field_match":false'),
  },
  {
    because: 'a text is corrected by pairs of words there in a field of shingles',
    said: /suggest\.whole\./,
    asked: /"phrase":\{"field":/,
    mapped: /"analyzer":"paired"/,
  },
  {
    because:
      'phrases and beginnings are looked for in the pairs of a text to be typed there, and not marked in the text itself',
    said: /\.highlight(: |\.)/,
    asked: /phrase|prefix|\\"/,
    holds: ({ said, each }) => namesOf('search_as_you_type', each.mapping).some((name) => said.includes(name)),
  },
  {
    because: 'words of a phrase are marked in a match_only_text wherever they stand there',
    said: /\.highlight(: |\.)/,
    asked: /phrase|\\"/,
    holds: ({ said, each }) => namesOf('match_only_text', each.mapping).some((name) => said.includes(name)),
  },
  {
    because: 'of documents with one text to be typed any one is told there',
    said: /suggest\..*\.options\.\d+\._id: /,
    asked: /"skip_duplicates":true/,
    holds: (found) => {
      const [mine = [], yours = []] = optionsIn(found);
      const at = Number(/options\.(\d+)\._id/.exec(found.said)?.[1]);
      return mine[at]?.text === yours[at]?.text;
    },
  },
  {
    because: 'of the last options, where more are as heavy, others may be told there',
    said: /suggest\..*\.options\.\d+\._id: /,
    holds: (found) => {
      const [mine = [], yours = []] = optionsIn(found);
      const at = Number(/options\.(\d+)\._id/.exec(found.said)?.[1]);
      const weights = new Set([...mine.slice(at), ...yours.slice(at)].map(({ _score }) => _score));
      return mine.length === yours.length && weights.size === 1;
    },
  },
  {
    because: 'of documents with several texts to be typed, one that was told for another is left out there',
    said: /suggest\..*\.options\.length: /,
    asked: /"skip_duplicates":true/,
    holds: (found) => {
      const [mine = [], yours = []] = optionsIn(found);
      const told = new Set(yours.map(({ text }) => text));
      const isOf = new Set(yours.map(({ _id }) => _id));
      const missing = mine.filter(({ text }) => !told.has(text));
      const known = found.each.documents.filter(({ uid }) => isOf.has(String(uid))).map((one) => JSON.stringify(one));
      const isKnown = (text: unknown): boolean => known.some((one) => one.includes(JSON.stringify(text)));
      return mine.length > yours.length && missing.every(({ _id, text }) => isOf.has(_id) || isKnown(text));
    },
  },
  {
    because: 'a share of the documents counts nested objects there',
    said: /^(call \d+: )?(responses\.\d+\.)?suggest\..*options/,
    asked: /"(min_doc_freq|max_term_freq)":0\.\d/,
    stored: /"n":\[\{/,
  },
  {
    because: 'of a total of none that is not to be counted it is told there whether a query was run at all',
    said: /hits\.total\.relation: "gte" here, "eq" there/,
    asked: /"track_total_hits":0/,
  },
];

const KNOWN: readonly Known[] = [
  ...REFUSALS,
  ...STRICTNESS,
  ...FAILURES,
  ...SHOWN,
  ...FIGURES,
  ...TERMS,
  ...BUCKETS,
  ...FOUND,
];

const knownOf = (found: Difference): Known | undefined =>
  KNOWN.find(
    (rule) =>
      (['said', 'asked', 'mapped', 'stored'] as const).every((part) => rule[part]?.test(found[part]) !== false) &&
      rule.holds?.(found) !== false,
  );

/** What is refused here and passed over there, which then fails of something else: both have to be known. */
function knownTogether(found: Difference): string | null {
  const [, at, here, there] = /^(.*?status: )400 here (\(.*\)), 500 there (\(.*\))$/.exec(found.said) ?? [];
  if (here === undefined) return null;
  const refused = knownOf({ ...found, said: `${at}400 here ${here}, 200 there ("")` });
  const failed = knownOf({ ...found, said: `${at}200 here (""), 500 there ${there}` });
  return refused === undefined || failed === undefined ? null : `${refused.because}; ${failed.because}`;
}

interface Answered {
  readonly _shards?: { readonly failures?: readonly { readonly reason?: Failure }[] };
}

interface Failure {
  readonly type?: string;
  readonly reason?: string;
}

/** What one of several indexes refuses on one side fails in part: it has to be known as what is refused, or as what fails. */
function knownInPart(found: Difference): string | null {
  if (!found.asked.includes('$index,$index-copy')) return null;
  const [here, there] = [failureOf(found.ours), failureOf(found.theirs)];
  if (here === null && there === null) return null;
  // the status of a part is not told
  for (const status of [400, 500]) {
    const [mine, yours] = [here, there].map((reason) => (reason === null ? ['200', '""'] : [String(status), reason]));
    const known = knownOf({
      ...found,
      said: `status: ${mine?.[0]} here (${mine?.[1]}), ${yours?.[0]} there (${yours?.[1]})`,
    });
    if (known !== undefined) return known.because;
  }
  return null;
}

/** Why the first part failed that did. */
function failureOf(answer: unknown): string | null {
  const [failed] = (answer as Answered)?._shards?.failures ?? [];
  const { reason } = failed ?? {};
  return failed === undefined ? null : JSON.stringify(reason?.reason ?? reason?.type).slice(0, 200);
}

/** Why a difference is no fault of ours, or null. */
export function knownDifference(
  { said, calls, ours, theirs }: Found,
  stored: Pick<FuzzCase, 'mapping' | 'documents'>,
): string | null {
  const { mapping, documents } = stored;
  const found: Difference = {
    said,
    asked: JSON.stringify(calls),
    mapped: JSON.stringify(mapping),
    stored: JSON.stringify(documents),
    each: { mapping, documents, calls },
    ours,
    theirs,
  };
  return knownOf(found)?.because ?? knownTogether(found) ?? knownInPart(found);
}
