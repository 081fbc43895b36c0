/** Ends of words or sentences in a text; 0 and its length are always among them. */
export interface Breaks {
  /** The first one behind `at`, at most the end of the text. */
  readonly after: (at: number) => number;
  /** The last one before `at`, at least 0. */
  readonly before: (at: number) => number;
}

/** Words as Java's BreakIterator has them: with hyphens, dots and apostrophes inside, spaces in a row as one. */
const PIECES =
  /[\p{Zs}\t]*\r?[\n\f\u2028\u2029]|[\p{Zs}\t]+|[\u30A1-\u30FA\u30FD\u30FE]+|[\u3041-\u3094\u309D\u309E]+|[\u3005\u4E00-\u9FA5\uF900-\uFA2D]+|[\p{Sc}#.]?\p{Nd}+(?:["',.\u066B]\p{Nd}+)*[%&\u2030\u2031]?|(?:[\p{L}\p{M}]|\p{Nd})+(?:[\p{Pd}"'.\u00AD\u2027](?:[\p{L}\p{M}])+)*|[\s\S]/gu;

export const wordBreaks = (text: string): Breaks =>
  breaksAt([...text.matchAll(PIECES)].map(({ index, 0: piece }) => index + piece.length));

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

export const sentenceBreaks = (text: string): Breaks =>
  breaksAt([...sentences.segment(text)].map(({ index, segment }) => index + segment.length));

function breaksAt(ends: readonly number[]): Breaks {
  const all = [0, ...ends];
  return {
    after: (at) => all.find((each) => each > at) ?? ends.at(-1) ?? 0,
    before: (at) => all.findLast((each) => each < at) ?? 0,
  };
}
