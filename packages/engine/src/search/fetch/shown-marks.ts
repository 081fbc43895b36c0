import type { HighlightField, Token } from '@datasarana/query';

type Span = Pick<Token, 'start' | 'end'>;

/**
 * Where marks of words are shown that may overlap, as pairs of words and pieces of words do: `tokens` are all words of the text, `marks` those that
 * were found. Those that overlap are marked as one; a plain highlighter goes on across words between them that were not found and overlap both, and
 * `fvh` leaves out what overlaps the mark before.
 */
export function shownMarks(
  marks: readonly Token[],
  tokens: readonly Token[],
  type: HighlightField['type'],
): readonly Span[] {
  if (type === 'fvh') return apart(marks);
  const stretches = joined(type === 'plain' ? tokens : marks);
  let at = 0;
  const within = Map.groupBy(marks, ({ start }) => {
    while (at < stretches.length - 1 && (stretches[at]?.end ?? 0) <= start) at++;
    return at;
  });
  return [...within.values()].map(around);
}

const around = (spans: readonly Span[]): Span => ({
  start: spans.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY),
  end: spans.reduce((most, { end }) => Math.max(most, end), 0),
});

function apart(marks: readonly Span[]): readonly Span[] {
  let reached = 0;
  return marks.filter(({ start, end }) => {
    if (start < reached) return false;
    reached = end;
    return true;
  });
}

/** What spans in the order of their beginnings cover without a gap. */
function joined(spans: readonly Span[]): readonly Span[] {
  const found: { start: number; end: number }[] = [];
  for (const { start, end } of spans) {
    const last = found.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else found.push({ start, end });
  }
  return found;
}
