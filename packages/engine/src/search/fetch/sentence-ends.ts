/** What a character is to Java's rules of sentences. */
type Kind =
  | 'capital'
  | 'small'
  | 'space'
  | 'quote'
  | 'opening'
  | 'closing'
  | 'number'
  | 'term'
  | 'period'
  | 'danda'
  | 'paragraph';

/** The first that fits counts, `null` is passed over. What fits none opens a sentence as brackets do. */
const KINDS: readonly (readonly [RegExp, Kind | null])[] = [
  [/[\p{Mn}\p{Me}\p{Cf}]/u, null],
  [/\p{Ll}/u, 'small'],
  [/\p{L}/u, 'capital'],
  [/[\t\r\f\n\u2028\p{Zs}]/u, 'space'],
  [/["']/, 'quote'],
  [/[\p{Pe}\p{Pf}]/u, 'closing'],
  [/[\p{N},]/u, 'number'],
  [/[!?\u3002\uFF01\uFF1F]/, 'term'],
  [/[.\uFF0E]/, 'period'],
  [/[\u0964\u0965]/, 'danda'],
  [/\u2029/, 'paragraph'],
];

/** What leads out of the inside of a sentence. */
const LEADING = /[!?\u3002\uFF01\uFF1F.\uFF0E\u0964\u0965\u2029]/g;

function kindOf(character: string): Kind | null {
  const found = KINDS.find(([pattern]) => pattern.test(character));
  return found === undefined ? 'opening' : found[1];
}

/** `over` is behind a sentence, `before` tells that it ended where the full stop and its spaces did. */
type Reading =
  | 'inside'
  | 'period'
  | 'quoted'
  | 'sign'
  | 'space'
  | 'spaces'
  | 'beginning'
  | 'term'
  | 'termSpace'
  | 'danda'
  | 'last';

type Row = Partial<Readonly<Record<Kind, Reading | 'over' | 'before'>>> & { readonly other: Reading | 'over' };

const INSIDE: Row = { other: 'inside', period: 'period', term: 'term', danda: 'danda', paragraph: 'last' };

/**
 * A full stop ends a sentence before a letter that is not small behind one space, before any letter behind several, a quote
 * or brackets and signs, none of which a number may follow.
 */
const NEXT: Readonly<Record<Reading, Row>> = {
  inside: INSIDE,
  period: { ...INSIDE, closing: 'period', quote: 'quoted', space: 'space', opening: 'beginning', danda: 'before' },
  quoted: {
    ...INSIDE,
    closing: 'period',
    quote: 'quoted',
    space: 'space',
    capital: 'before',
    small: 'before',
    opening: 'sign',
  },
  space: { ...INSIDE, space: 'spaces', capital: 'before', opening: 'beginning', quote: 'beginning', danda: 'before' },
  spaces: {
    ...INSIDE,
    space: 'spaces',
    capital: 'before',
    small: 'before',
    opening: 'sign',
    quote: 'sign',
    danda: 'sign',
  },
  sign: { other: 'over', capital: 'before', small: 'before', quote: 'beginning', opening: 'beginning' },
  beginning: {
    ...INSIDE,
    capital: 'before',
    small: 'before',
    opening: 'beginning',
    quote: 'beginning',
    danda: 'beginning',
  },
  term: {
    other: 'over',
    term: 'term',
    period: 'term',
    closing: 'term',
    quote: 'term',
    space: 'termSpace',
    paragraph: 'last',
  },
  termSpace: { other: 'over', space: 'termSpace', paragraph: 'last' },
  danda: { other: 'over', space: 'danda' },
  last: { other: 'over' },
};

/** Where the text may end a sentence as it is. */
const WHOLE: ReadonlySet<Reading> = new Set(['inside', 'term', 'termSpace', 'danda', 'last']);
const STOPPED: ReadonlySet<Reading> = new Set(['period', 'quoted', 'space', 'spaces']);

/** How far nothing leads out of a sentence from `at` on. */
function insideFrom(text: string, at: number): number {
  LEADING.lastIndex = at;
  return LEADING.test(text) ? LEADING.lastIndex - 1 : text.length;
}

/** Where the sentence that begins at `start` ends. */
function endFrom(text: string, start: number): number {
  let reading: Reading = 'inside';
  let at = insideFrom(text, start);
  let end = at;
  let stopped = start;
  while (at < text.length) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const kind = kindOf(character);
    const next: Reading | 'over' | 'before' = kind === null ? reading : (NEXT[reading][kind] ?? NEXT[reading].other);
    if (next === 'over') return end;
    if (next === 'before') return stopped;
    reading = next;
    at = reading === 'inside' ? insideFrom(text, at) : at + character.length;
    // one character at least, whatever it is
    if (end === start || WHOLE.has(reading)) end = at;
    if (STOPPED.has(reading)) stopped = at;
  }
  return stopped === text.length ? stopped : end;
}

/** Ends of sentences where Java's `BreakIterator` has them, by which Lucene cuts texts for highlights: a line end is none, and neither is the stop of `e.g. this`. */
export function* sentenceEnds(text: string): Generator<number> {
  for (let at = 0; at < text.length; yield at) at = endFrom(text, at);
}
