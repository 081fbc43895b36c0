import {
  type AnyAnalyser,
  type CompletionSuggester,
  editsFor,
  type NamedAnalysers,
  parseRegexp,
  regexpMatcher,
  type Suggestion,
} from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import { type CompletionEntry, contextsOf, searchedKey } from '../../documents/completions.ts';
import { SourceText } from '../../documents/source-text.ts';
import { sourceColumns, sourceText } from '../../index/shapes/rebuild.ts';
import { anyPair } from '../clauses/values.ts';
import { compareTexts } from '../compare-values.ts';
import { readHits } from '../hits.ts';
import { type FieldSource, fieldOf } from '../index-fields.ts';
import { mappedField } from '../mapped-field.ts';
import { analysersOf, suggestAnalyser } from '../named-analysers.ts';
import type { IndexPart } from '../part.ts';
import type { SuggestEntry } from '../response.ts';
import { recordsOf } from '../run.ts';
import { FALSE, joined, name, type Sql, sql, text } from '../sql.ts';
import { floatText } from '../text/bm25.ts';
import { boostOf, entryContexts, wantedContexts } from './completion-contexts.ts';
import type { SuggestContext } from './context.ts';
import { nearestStart } from './nearest-start.ts';

/** An input that may be what is being typed. */
interface Option {
  readonly part: IndexPart;
  readonly doc: number;
  readonly id: string;
  readonly text: string;
  /** What the text is found by. */
  readonly key: string;
  readonly score: number;
  readonly contexts?: Readonly<Record<string, readonly string[]>>;
}

/** How keys are compared: first in SQL, then by a score, null for those that do not fit. */
interface Comparison {
  readonly test: (key: Sql) => Sql;
  readonly boost: (key: string) => number | null;
}

/** The heaviest inputs that begin with a text, one per document. */
export async function suggestCompletions(
  suggestion: Suggestion,
  by: CompletionSuggester,
  context: SuggestContext,
): Promise<readonly SuggestEntry[]> {
  const found: Option[] = [];
  let isKnown = false;
  for (const part of context.parts) {
    const source = fieldOf(part.layout, by.field);
    if (source === null) continue;
    if (source.type !== 'completion') {
      throw malformed(`Field [${by.field}] is not a completion suggest field`, 'Name a completion field.');
    }
    isKnown = true;
    found.push(...(await optionsIn(part, source, suggestion, by, context)));
  }
  if (!isKnown) throw malformed(`no mapping found for field [${by.field}]`, 'Name a completion field.');
  const options = await shown(bestOf(found, by), context);
  return [{ text: suggestion.text, offset: 0, length: suggestion.text.length, options }];
}

async function optionsIn(
  part: IndexPart,
  source: FieldSource,
  suggestion: Suggestion,
  by: CompletionSuggester,
  { connection }: SuggestContext,
): Promise<readonly Option[]> {
  const field = mappedField(part.layout, source.path);
  const mapped = contextsOf(field ?? { parameters: {} });
  const wanted = wantedContexts(mapped, by);
  const named = suggestAnalyser(part.layout, by.analyser);
  const compared = comparisonFor(suggestion, { ...by, named }, field?.parameters ?? {}, analysersOf(part.layout));
  const [key = sql`NULL`, entry = sql`NULL`] = source.columns;
  const list = (column: Sql) => (source.list ? column : sql`[${column}]`);
  const rows = await recordsOf(
    connection,
    sql`SELECT _doc, _id, ${list(key)} AS keys, ${list(entry)} AS entries${mapped.some(({ path }) => path !== undefined) ? joined([sql``, ...sourceColumns(part.layout).map(name)], ', ') : sql``} FROM ${name(part.layout.docs)} WHERE ${anyPair(source, (each) => compared.test(each))}`,
  );
  return rows.flatMap((row) => {
    const document = () => new SourceText(sourceText(part.layout, row)).parsed;
    const keys = listOf(row.keys);
    return listOf(row.entries).flatMap((text, i): readonly Option[] => {
      const matched = compared.boost(keys[i] ?? '');
      if (matched === null) return [];
      const read = JSON.parse(text) as CompletionEntry;
      const option = { part, doc: Number(row._doc), id: String(row._id), text: read.input, key: keys[i] ?? '' };
      if (wanted === null) return [{ ...option, score: boosted(read.weight, matched) }];
      const fit = boostOf(wanted, entryContexts(read, mapped, document));
      return fit === null
        ? []
        : [{ ...option, score: boosted(read.weight, matched + fit.boost), contexts: fit.matched }];
    });
  });
}

/** As Lucene's `CompletionScorer`: what weighs nothing is told apart by what it is boosted by. */
const boosted = (weight: number, boost: number): number => (boost === 0 ? weight : (weight || 1) * boost);

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

function comparisonFor(
  { text: given, isExpression }: Suggestion,
  by: Pick<CompletionSuggester, 'fuzzy' | 'flags'> & { readonly named: AnyAnalyser | undefined },
  parameters: Readonly<Record<string, unknown>>,
  analysers: NamedAnalysers,
): Comparison {
  if (given === '') return NONE;
  if (isExpression) {
    const fits = regexpMatcher(parseRegexp(`(${given}).*`, by.flags, 'regex'));
    return { test: () => sql`TRUE`, boost: (key) => (fits(key) ? 0 : null) };
  }
  const start = searchedKey(given, parameters, analysers, by.named);
  const { fuzzy } = by;
  if (start === '') return NONE;
  if (fuzzy === undefined) return beginsWith(start, 0);
  return nearly(start, fuzzy);
}

const NONE: Comparison = { test: () => FALSE, boost: () => null };

const beginsWith = (start: string, boost: number): Comparison => ({
  test: (key) => sql`starts_with(${key}, ${text(start)})`,
  boost: (key) => (key.startsWith(start) ? boost : null),
});

/** OpenSearch takes `AUTO` by a word of usual length, whatever is typed. */
const USUAL_LENGTH = 5;

/** Keys weigh by how much of what was typed stands at their beginning, within the least that is near enough. */
function nearly(start: string, fuzzy: NonNullable<CompletionSuggester['fuzzy']>): Comparison {
  const units = unitsOf(start, fuzzy.unicodeAware);
  if (units.length < fuzzy.minLength || units.length <= fuzzy.prefixLength) return beginsWith(start, units.length);
  const edits = editsFor(fuzzy.fuzziness, USUAL_LENGTH);
  const fixed = units.slice(0, fuzzy.prefixLength);
  return {
    test: (key) => sql`starts_with(${key}, ${text(sureStart(start, fuzzy))})`,
    boost: (key) => {
      const other = unitsOf(key, fuzzy.unicodeAware);
      if (fixed.some((unit, i) => unit !== other[i])) return null;
      const near = nearestStart(units, other, { ...fuzzy, edits });
      return near === null ? null : commonStart(units, other.slice(0, near));
    },
  };
}

/** Edits are counted in bytes unless characters are asked for. */
const unitsOf = (given: string, unicodeAware: boolean): readonly (string | number)[] =>
  unicodeAware ? [...given] : [...Buffer.from(given)];

/** The whole characters of the beginning that has to be the same. */
function sureStart(start: string, { prefixLength, unicodeAware }: NonNullable<CompletionSuggester['fuzzy']>): string {
  let left = prefixLength;
  const sure = [...start].map((letter) => {
    left -= unitsOf(letter, unicodeAware).length;
    return left < 0 ? '' : letter;
  });
  return sure.join('');
}

function commonStart(a: readonly unknown[], b: readonly unknown[]): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

/** The best of each document, and with `skip_duplicates` of each text: chosen by what they are found by, shown by their texts. */
function bestOf(found: readonly Option[], { size, skipDuplicates }: CompletionSuggester): readonly Option[] {
  const seen = new Set<string>();
  return found
    .toSorted((a, b) => b.score - a.score || compareTexts(a.key, b.key) || a.doc - b.doc)
    .filter((option) => {
      const keys = [`doc ${option.part.layout.id} ${option.doc}`, ...(skipDuplicates ? [`text ${option.text}`] : [])];
      if (keys.some((key) => seen.has(key))) return false;
      for (const key of keys) seen.add(key);
      return true;
    })
    .slice(0, size)
    .toSorted((a, b) => b.score - a.score || compareTexts(a.text, b.text) || a.doc - b.doc);
}

/** Options show of their documents what hits of the search would. */
async function shown(
  options: readonly Option[],
  { parts, request, ...context }: SuggestContext,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const candidates = options.map(({ part, doc }) => ({ part: parts.indexOf(part), doc, score: null, values: [] }));
  const { collapse: _alone, ...rest } = request;
  const hits = await readHits(parts, candidates, { ...rest, sort: [] }, [], context);
  return options.map(({ text: input, score, contexts }, i) => ({
    text: input,
    ...hits[i],
    _score: floatText(score),
    ...(contexts !== undefined && { contexts }),
  }));
}
