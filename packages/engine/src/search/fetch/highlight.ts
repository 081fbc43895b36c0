import {
  type AnyAnalyser,
  analyse,
  everyClause,
  type Highlight,
  type HighlightField,
  type Query,
  type Token,
  tokensOf,
} from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import { fitsPattern } from '../../documents/expression.ts';
import { keptPart } from '../../documents/source-rule.ts';
import type { IndexLayout } from '../../index/layout.ts';
import { conditionOf } from '../clauses/index.ts';
import { searchableFields } from '../index-fields.ts';
import { isStored, mappedField } from '../mapped-field.ts';
import { analysersOf, refuseUnknownAnalyser } from '../named-analysers.ts';
import { type MarkedField, markedTokens, type Wanted, wantedIn } from './marked-words.ts';
import { beginningOf, type Passage, passagesOf } from './passages.ts';
import { shownMarks } from './shown-marks.ts';
import { showsField } from './shown-source.ts';
import { valuesAt } from './values-at.ts';

type Asked = Omit<HighlightField, 'field'> & Pick<Highlight, 'escapesHtml'>;

const FRAGMENT = 100;
const FRAGMENTS = 5;
const LONGEST = 1_000_000;

const ESCAPED: Readonly<Record<string, string>> = {
  '"': '&quot;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&#x27;',
  '/': '&#x2F;',
};

const escaped = (text: string): string => text.replace(/["&<>'/]/g, (sign) => ESCAPED[sign] ?? sign);

/** The text of a passage with the found words marked; a word ends with its passage, but where the other highlighters of OpenSearch are asked for. */
function marked(text: string, { start, end, marks }: Passage, tokens: readonly Token[], asked: Asked): string {
  const shown = asked.escapesHtml ? escaped : (each: string) => each;
  const [before = '<em>'] = asked.preTags ?? [];
  const [after = '</em>'] = asked.postTags ?? [];
  let out = '';
  let at = start;
  const last = (asked.type ?? 'unified') === 'unified' ? end : text.length;
  for (const mark of shownMarks(marks, tokens, asked.type)) {
    const until = Math.min(mark.end, last);
    out += shown(text.slice(at, mark.start)) + before + shown(text.slice(mark.start, until)) + after;
    at = until;
  }
  return out + shown(text.slice(at, Math.max(at, end)));
}

function fragmentsOf(
  texts: readonly string[],
  wanted: Wanted,
  asked: Asked & Pick<MarkedField, 'analyser' | 'gap'> & { readonly places: Places | undefined },
): readonly string[] {
  const isLimited = asked.places === undefined || (asked.places === 'postings' && wanted.patterns.length > 0);
  const most = isLimited || asked.type === 'plain' ? asked.maxAnalyzedOffset : undefined;
  const tokens = texts.map((text) => placed(asked.analyser, text, most));
  // a plain highlighter looks at each text alone
  const marks = markedTokens(oneAfterAnother(tokens, asked.type === 'plain' ? FAR : asked.gap), wanted);
  const passages = passagesOf(texts, marks, {
    most: asked.numberOfFragments ?? FRAGMENTS,
    size: asked.fragmentSize ?? FRAGMENT,
    scanner: asked.boundaryScanner === 'word' ? 'word' : 'sentence',
    byScore: asked.orderByScore === true,
  });
  // A plain highlighter shows what it has analysed as it stands.
  const trimmed = (fragment: string) =>
    asked.type === 'plain' && asked.maxAnalyzedOffset ? fragment : fragment.trim();
  if (passages.length > 0)
    return passages.map((each) => trimmed(marked(texts[each.text] ?? '', each, tokens[each.text] ?? [], asked)));
  const beginning = asked.noMatchSize ? beginningOf(texts, asked.noMatchSize).trim() : '';
  return beginning === '' ? [] : [asked.escapesHtml ? escaped(beginning) : beginning];
}

/** Further apart than any phrase reaches. */
const FAR = 2 ** 32;

/** The words of several texts where the index has them: those of a text so many places behind the text before it. */
function oneAfterAnother(texts: readonly (readonly Token[])[], gap: number): readonly (readonly Token[])[] {
  let next = 0;
  return texts.map((tokens) => {
    const start = next;
    const last = tokens.at(-1);
    if (last !== undefined) next = start + last.position + 1 + gap;
    return start === 0 ? tokens : tokens.map((token) => ({ ...token, position: start + token.position }));
  });
}

/** The found words marked in the texts of a document, by field. @throws PlatformError where a text is longer than may be looked at */
export function highlightsOf(
  { layout, doc }: { readonly layout: IndexLayout; readonly doc: number },
  sent: Readonly<Record<string, unknown>>,
  query: Query,
  highlight: Highlight,
): Readonly<Record<string, readonly string[]>> {
  const { fields, ...common } = highlight;
  const known = searchableFields(layout);
  const kept = keptPart(layout, sent);
  refuseUnknownAnalysers(highlight, layout);
  const fieldNamed = (name: string): readonly MarkedField[] => textFields(layout, name).map(({ field }) => field);
  const entries = fields.flatMap(({ field: pattern, ...own }) =>
    textFields(layout, pattern).flatMap(({ field, at, longest, nullValue }) => {
      const asked: Asked = { ...common, ...own };
      refuseType(asked, field.name, layout);
      refuseScanner(asked);
      const texts = valuesAt(isStored(layout, field.name) ? sent : kept, at.split('.'), nullValue)
        .flat(4)
        .map(String)
        .filter((text) => text !== '' && text.length <= longest)
        .flatMap((text) => (field.normalizer === undefined ? text : analyse(field.normalizer, text)))
        .map((text) => (asked.type === 'plain' ? text.slice(0, asked.maxAnalyzedOffset) : text));
      refuseTooLong(texts, field.name, asked, { layout, doc });
      const anyField = asked.requireFieldMatch === false;
      const wanted = wantedOnce(asked.query ?? query, layout, { field, anyField, fieldNamed, known });
      const fragments = fragmentsOf(texts, wanted, {
        ...asked,
        analyser: field.analyser,
        gap: field.gap,
        places: placesOf(layout, field.name),
      });
      return fragments.length === 0 ? [] : [[field.name, fragments] as const];
    }),
  );
  return Object.fromEntries(entries);
}

const lookedFor = new WeakMap<Query, WeakMap<IndexLayout, Map<string, Wanted>>>();

/** What a query looks for in a field is the same for all hits of an answer: among hundreds of fields it takes longer than the marking. */
function wantedOnce(query: Query, layout: IndexLayout, around: Parameters<typeof wantedIn>[1]): Wanted {
  const ofLayouts = lookedFor.get(query) ?? new WeakMap<IndexLayout, Map<string, Wanted>>();
  lookedFor.set(query, ofLayouts);
  const ofFields = ofLayouts.get(layout) ?? new Map<string, Wanted>();
  ofLayouts.set(layout, ofFields);
  const key = `${around.anyField} ${around.field.name}`;
  const found = ofFields.get(key) ?? wantedIn(query, around);
  ofFields.set(key, found);
  return found;
}

/** As in OpenSearch, queries of marks are made for each index whether or not there is something to be marked. @throws PlatformError */
export function refuseMarks(layout: IndexLayout, { query, fields }: Highlight, now: number): void {
  for (const each of [query, ...fields.map((field) => field.query)])
    if (each !== undefined) conditionOf(each, layout, now);
}

/** The query of the search itself was refused before. */
function refuseUnknownAnalysers({ query, fields }: Highlight, layout: IndexLayout): void {
  const named = { layout, analyser: analysersOf(layout) };
  for (const each of [query, ...fields.map((field) => field.query)])
    for (const clause of each === undefined ? [] : everyClause(each)) refuseUnknownAnalyser(clause, named);
}

/** The words of a text that begin within what may be analysed. */
function placed(analyser: AnyAnalyser, text: string, most: number | undefined): readonly Token[] {
  const tokens = tokensOf(analyser, text);
  return most === undefined ? tokens : tokens.filter(({ start }) => start <= most);
}

const TYPES: readonly (string | undefined)[] = [undefined, 'unified', 'plain', 'fvh'];

function refuseType({ type }: Asked, path: string, layout: IndexLayout): void {
  if (!TYPES.includes(type)) {
    throw malformed(`unknown highlighter type [${type}] for the field [${path}]`, 'Use unified, plain or fvh.');
  }
  if (type !== 'fvh' || mappedField(layout, path)?.parameters.term_vector === 'with_positions_offsets') return;
  throw malformed(
    `the field [${path}] should be indexed with term vector with position offsets to be used with fast vector highlighter`,
    'Leave the type out.',
  );
}

/** Ends at single letters are of the other highlighters; who asks for whole texts asks for no ends. */
function refuseScanner({ type = 'unified', boundaryScanner, numberOfFragments }: Asked): void {
  if (type !== 'unified' || boundaryScanner !== 'chars' || numberOfFragments === 0) return;
  throw malformed('Invalid boundary scanner type: chars', 'Use sentence or word, or the type plain or fvh.');
}

function refuseTooLong(
  texts: readonly string[],
  path: string,
  asked: Asked,
  { layout, doc }: { readonly layout: IndexLayout; readonly doc: number },
): void {
  const limit = Number(layout.definition.stored?.settings['index.highlight.max_analyzed_offset'] ?? LONGEST);
  const long = texts.find((text) => text.length > limit);
  if (
    long === undefined ||
    asked.maxAnalyzedOffset !== undefined ||
    (asked.type !== 'plain' && placesOf(layout, path) !== undefined)
  )
    return;
  throw malformed(
    `The length of [${path}] field of [${doc}] doc of [${layout.name}] index has exceeded [${limit}] - maximum allowed to be analyzed for highlighting. This maximum can be set by changing the [index.highlight.max_analyzed_offset] index level setting. For large texts, indexing with offsets or term vectors is recommended!`,
  );
}

/** Where the places of words are kept, which spares analysing a text again: with the document or with the word, where a pattern cannot look them up. */
type Places = 'vectors' | 'postings';

function placesOf(layout: IndexLayout, path: string): Places | undefined {
  const { index_options: options, term_vector: vector } = mappedField(layout, path)?.parameters ?? {};
  if (vector === 'with_positions_offsets') return 'vectors';
  return options === 'offsets' ? 'postings' : undefined;
}

/** Types of which a pattern of names marks words; those of others are marked where their field is named. */
const ASKED_BY_PATTERN: ReadonlySet<string> = new Set(['text', 'match_only_text', 'keyword']);

function textFields(layout: IndexLayout, pattern: string) {
  const one = layout.fields.get(pattern);
  const named = pattern.includes('*') ? [...layout.fields] : one === undefined ? [] : [[pattern, one] as const];
  return named.flatMap(([path, column]) => {
    const isText = column.type === 'text' || column.type === 'keyword';
    if (!isText || path.startsWith('_') || !fitsPattern(pattern, path) || !showsField(layout, path)) return [];
    const { type, parameters } = mappedField(layout, path) ?? {};
    if (pattern.includes('*') && type !== undefined && !ASKED_BY_PATTERN.has(type)) return [];
    const parent = layout.fields.get(path.slice(0, Math.max(0, path.lastIndexOf('.'))));
    const at = parent !== undefined && parent.type !== 'object' && parent.type !== 'nested' ? parent.path : column.path;
    const isKeyword = column.type === 'keyword';
    const analyser: AnyAnalyser = isKeyword ? 'keyword' : (column.field.analyser ?? 'standard');
    const normalizer = isKeyword ? column.field.analyser : undefined;
    const longest = Number(parameters?.ignore_above ?? Number.MAX_SAFE_INTEGER);
    const nullValue = isKeyword ? parameters?.null_value : undefined;
    const searching = normalizer ?? column.field.searchAnalyser ?? analyser;
    const quoted = normalizer ?? column.field.quoteAnalyser ?? searching;
    const named = analysersOf(layout);
    const gap = column.field.gap ?? 100;
    const field = { name: path, path: column.path, analyser, searching, quoted, normalizer, named, gap };
    return [{ field, at, longest, nullValue }];
  });
}
