import { type AnyAnalyser, analyse, type Highlight, type HighlightField, type Query } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import { fitsPattern } from '../../documents/expression.ts';
import type { IndexLayout } from '../../index/layout.ts';
import { mappedField } from '../mapped-field.ts';
import { type WordTest, wordTests } from './marked-words.ts';
import { showsField } from './shown-source.ts';
import { valuesAt } from './values-at.ts';

/** A word of a text and the characters it stands on. */
interface Placed {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Words of a text as the index has them, with their places. */
function placedWords(analyser: AnyAnalyser, text: string): readonly Placed[] {
  if (analyser === 'keyword') return [{ word: text, start: 0, end: text.length }];
  const raw =
    analyser === 'whitespace'
      ? (text.match(/\S+/g) ?? [])
      : analyse('whitespace', text).length === 0
        ? []
        : tokensOf(analyser, text);
  let at = 0;
  return raw.flatMap((token) => {
    const start = text.indexOf(token, at);
    if (start < 0) return [];
    at = start + token.length;
    const [word] = analyse(analyser, token);
    return word === undefined ? [] : [{ word, start, end: at }];
  });
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

const tokensOf = (analyser: AnyAnalyser, text: string): readonly string[] =>
  analyser === 'simple'
    ? (text.match(/\p{L}+/gu) ?? [])
    : [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);

function found(words: readonly Placed[], tests: readonly WordTest[]): readonly Span[] {
  const marked = new Set<number>();
  for (const { word, phrase } of tests) {
    if (word) words.forEach((each, i) => void (word(each.word) && marked.add(i)));
    if (!phrase || phrase.length === 0) continue;
    for (let i = 0; i + phrase.length <= words.length; i++) {
      if (phrase.every((each, j) => words[i + j]?.word === each)) phrase.forEach((_, j) => void marked.add(i + j));
    }
  }
  return words.filter((_, i) => marked.has(i));
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Pieces of a text that end where a sentence ends, at least `size` characters long where the text allows. */
function passages(text: string, size: number): readonly Span[] {
  const pieces: Span[] = [];
  let start = 0;
  for (const { index, segment } of sentences.segment(text)) {
    const end = index + segment.length;
    if (end - start >= size) {
      pieces.push({ start, end });
      start = end;
    }
  }
  if (start < text.length) pieces.push({ start, end: text.length });
  return pieces;
}

interface Marks {
  readonly before: string;
  readonly after: string;
}

/** The text of a passage with the found words marked. */
function marked(text: string, { start, end }: Span, spans: readonly Span[], { before, after }: Marks): string {
  let out = '';
  let at = start;
  for (const span of spans) {
    if (span.start < start || span.end > end) continue;
    out += text.slice(at, span.start) + before + text.slice(span.start, span.end) + after;
    at = span.end;
  }
  return out + text.slice(at, end);
}

const TAGS = { before: '<em>', after: '</em>' };

interface Asked extends Omit<HighlightField, 'field'> {
  readonly analyser: AnyAnalyser;
}

const FRAGMENT = 100;
const FRAGMENTS = 5;
const LONGEST = 1_000_000;

function fragmentsOf(texts: readonly string[], tests: readonly WordTest[], asked: Asked): readonly string[] {
  const marks = { before: asked.preTags?.[0] ?? TAGS.before, after: asked.postTags?.[0] ?? TAGS.after };
  const most = asked.numberOfFragments ?? FRAGMENTS;
  const size = asked.fragmentSize ?? FRAGMENT;
  // A plain highlighter shows what it has analysed as it stands.
  const shown = (fragment: string) => (asked.isPlain && asked.maxAnalyzedOffset ? fragment : fragment.trim());
  const pieces = texts.flatMap((text, order) => {
    const spans = found(placedWords(asked.analyser, text), tests);
    if (spans.length === 0) return [];
    const whole = most === 0 || asked.analyser === 'keyword';
    const parts = whole ? [{ start: 0, end: text.length }] : passages(text, size);
    return parts.flatMap((part) => {
      const inside = spans.filter(({ start, end }) => start >= part.start && end <= part.end);
      return inside.length === 0
        ? []
        : [{ order, start: part.start, hits: inside.length, text: shown(marked(text, part, inside, marks)) }];
    });
  });
  if (pieces.length === 0) return noMatch(texts, asked.noMatchSize ?? 0);
  const best = most === 0 ? pieces : pieces.toSorted((a, b) => b.hits - a.hits).slice(0, most);
  const ordered = asked.orderByScore ? best : best.toSorted((a, b) => a.order - b.order || a.start - b.start);
  return ordered.map(({ text }) => text);
}

/** What is shown of a text that holds none of the words. */
function noMatch([text = '']: readonly string[], size: number): readonly string[] {
  if (size === 0 || text === '') return [];
  const [first] = passages(text, Math.min(size, text.length));
  return first === undefined ? [] : [text.slice(0, first.end).trim()];
}

/** The found words marked in the texts of a document, by field. */
export function highlightsOf(
  layout: IndexLayout,
  source: Readonly<Record<string, unknown>>,
  query: Query,
  highlight: Highlight,
): Readonly<Record<string, readonly string[]>> {
  const { fields, ...common } = highlight;
  const entries = fields.flatMap(({ field: pattern, ...own }) =>
    textFields(layout, pattern).flatMap(({ path, analyser, normalizer, at, longest }) => {
      const asked: Asked = { ...common, ...own, analyser };
      const texts = valuesAt(source, at.split('.'))
        .flat(4)
        .map(String)
        .filter((text) => text.length <= longest)
        .flatMap((text) => (normalizer === undefined ? text : analyse(normalizer, text)))
        .map((text) => (asked.isPlain ? text.slice(0, asked.maxAnalyzedOffset) : text));
      refuseTooLong(texts, path, asked, layout);
      const tests = wordTests(
        asked.query ?? query,
        { name: path, analyser, normalizer },
        asked.requireFieldMatch === false,
      );
      const fragments = fragmentsOf(texts, tests, asked);
      return fragments.length === 0 ? [] : [[path, fragments] as const];
    }),
  );
  return Object.fromEntries(entries);
}

function refuseTooLong(texts: readonly string[], path: string, asked: Asked, layout: IndexLayout): void {
  const limit = Number(layout.definition.stored?.settings['index.highlight.max_analyzed_offset'] ?? LONGEST);
  const long = texts.find((text) => text.length > limit);
  if (long === undefined || asked.maxAnalyzedOffset !== undefined || (!asked.isPlain && hasOffsets(layout, path)))
    return;
  throw malformed(
    `The length of [${path}] field of [] doc of [${layout.name}] index has exceeded [${limit}] - maximum allowed to be analyzed for highlighting. This maximum can be set by changing the [index.highlight.max_analyzed_offset] index level setting. For large texts, indexing with offsets or term vectors is recommended!`,
  );
}

/** Places kept with the words spare analysing the text again. */
function hasOffsets(layout: IndexLayout, path: string): boolean {
  const { index_options: options, term_vector: vector } = mappedField(layout, path)?.parameters ?? {};
  return options === 'offsets' || vector === 'with_positions_offsets';
}

function textFields(layout: IndexLayout, pattern: string) {
  return [...layout.fields].flatMap(([path, column]) => {
    const isText = column.type === 'text' || column.type === 'keyword';
    if (!isText || path.startsWith('_') || !fitsPattern(pattern, path) || !showsField(layout, path)) return [];
    if (column.type === 'keyword' && pattern.includes('*') && pattern !== path) return [];
    const parent = layout.fields.get(path.slice(0, Math.max(0, path.lastIndexOf('.'))));
    const at = parent !== undefined && parent.type !== 'object' && parent.type !== 'nested' ? parent.path : column.path;
    const isKeyword = column.type === 'keyword';
    const analyser: AnyAnalyser = isKeyword ? 'keyword' : (column.field.analyser ?? 'standard');
    const normalizer = isKeyword ? column.field.analyser : undefined;
    const longest = Number(mappedField(layout, path)?.parameters.ignore_above ?? Number.MAX_SAFE_INTEGER);
    return [{ path, analyser, normalizer, at, longest }];
  });
}
