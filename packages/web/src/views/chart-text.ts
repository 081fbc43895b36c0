/** Letters of everything drawn on a chart (VIS-06). */
export const LABEL = { color: '#D2D2D2', fontFamily: 'Roboto Condensed', fontSize: 12 } as const;
/** The same as CSS writes it, to ask whether it has arrived. */
export const CHART_FONT = `${LABEL.fontSize}px "${LABEL.fontFamily}"`;

/** px of a letter, a little above the mean. */
export const LETTER = 6;
/** px of the longest of some texts. */
export const lettersWidth = (texts: readonly string[]): number =>
  texts.reduce((most, { length }) => Math.max(most, length), 0) * LETTER;

/** px of a name along an axis. */
const NAME_WIDTH = 140;

/** A name on one line, cut to what its room holds; ECharts leaves out the names beside one by the length of the whole. */
export const nameWithin =
  (width: number, lines = 1) =>
  (name: string): string => {
    const cut = shortName(name.replaceAll(/\s+/g, ' ').trim(), lines * Math.floor(width / LETTER));
    return lines > 1 && PAIRED.test(cut) ? inLines(cut, width, lines) : cut;
  };

/** Letters that JavaScript counts as two, as emoji are: where ECharts breaks a line, it parts them. */
const PAIRED = /[\u{10000}-\u{10ffff}]/u;
const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });
/** px of a letter of those, or of one with which they are joined. */
const WIDE_LETTER = 16;

const widthOf = (word: string): number => (PAIRED.test(word) ? WIDE_LETTER : word.length * LETTER);

/** A name broken between its words, each emoji being one; what is left over is cut. */
function inLines(name: string, width: number, most: number): string {
  const lines = [''];
  for (const { segment } of WORDS.segment(name)) {
    const line = lines.at(-1) ?? '';
    const long = [...WORDS.segment(line + segment)].reduce((sum, word) => sum + widthOf(word.segment), 0);
    if (long <= width || line === '') lines[lines.length - 1] = line + segment;
    else lines.push(segment.trim());
  }
  return lines.slice(0, most).join('\n').trim() + (lines.length > most ? '…' : '');
}

/** Names along an axis: a long one is cut, so that it leaves room for what is drawn; it stands whole beside the pointer. */
export const AXIS_NAME = {
  ...LABEL,
  hideOverlap: true,
  width: NAME_WIDTH,
  overflow: 'truncate',
  formatter: nameWithin(NAME_WIDTH),
} as const;

/** px of a band in which a name can still be told from others. */
const LEAST_BAND = 44;
/** px of a name where there is not room for all of them. */
const SOME_WIDTH = 96;

/**
 * Names below bars or cells side by side: each has its own, broken into lines as wide as its band; where bands are too narrow for
 * that, as many as there is room for.
 */
export function namesBelow(band: number): object {
  const { color: _, ...name } = AXIS_NAME;
  // with the line height of names that were broken before, a name takes all of `width`, and those beside it are left out
  if (band < LEAST_BAND)
    return { ...name, interval: 'auto', width: SOME_WIDTH, formatter: nameWithin(SOME_WIDTH), lineHeight: null };
  const width = Math.floor(band) - 6;
  return { ...name, interval: 0, width, overflow: 'break', lineHeight: 14, formatter: nameWithin(width, 2) };
}

/** The title of an axis: one longer than a phone is wide ends in an ellipsis. */
export const AXIS_TITLE = {
  nameLocation: 'middle',
  nameGap: 8,
  nameTruncate: { maxWidth: 280, ellipsis: '…' },
} as const;

/** What is drawn on axes, with their names and titles, keeps this far from the edges. */
export const GRID = {
  left: 4,
  right: 16,
  top: 12,
  bottom: 4,
  outerBoundsMode: 'same',
  outerBoundsContain: 'all',
} as const;

/** px above or below the axes for a legend, or the key of a heatmap. */
export const LEGEND_ROOM = 32;

/** A name where there is no axis to cut it: at most 28 letters, or as many as there is room for. */
export function shortName(name: string, most = 28): string {
  if (name.length <= most) return name;
  const letters = Array.from(READ_AS_ONE.segment(name), ({ segment }) => segment);
  return letters.length > most
    ? `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : name;
}

/** A letter with its marks, an emoji with those that are joined to it. */
const READ_AS_ONE = new Intl.Segmenter();
