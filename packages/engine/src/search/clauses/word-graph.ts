import type { Token } from '@datasarana/query';
import { malformed } from '@datasarana/schema';

/** A word on a way, and how many places behind the one before it. */
export interface Step {
  readonly word: string;
  readonly ahead: number;
}

/** What stands between two places all ways lead through: alternative words, or ways of which some are longer. */
export type Section =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'ways'; readonly ways: readonly (readonly Step[])[] };

interface Edge extends Step {
  readonly from: number;
  readonly to: number;
}

/** Ways one text may be read in. */
const MOST_WAYS = 1024;

/** Words put together of others, beside which those stand: they would make far too many ways, so that there are none. */
const PUT_TOGETHER: ReadonlySet<string> = new Set(['shingle', '<DOUBLE>']);

/** Whether a text may be read in ways of several lengths, as one with synonyms of several words. */
export function isGraph(tokens: readonly Token[]): boolean {
  const long = tokens.filter(({ positionLength = 1 }) => positionLength > 1);
  return long.length > 0 && tokens.length > 1 && !long.some(({ type = '' }) => PUT_TOGETHER.has(type));
}

/** The sections of a graph of words, one behind the other, as Lucene's `QueryBuilder` goes through them. */
export function sectionsOf(tokens: readonly Token[]): readonly Section[] {
  const edges = edgesOf(tokens);
  const places = [...new Set(edges.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  const cuts = places.filter((place) => !edges.some(({ from, to }) => from < place && place < to));
  return cuts.slice(0, -1).map((start, i): Section => {
    const own = edges.filter(({ from }) => from === start);
    const isEven = own.every(({ to }) => to === own[0]?.to);
    return isEven
      ? { kind: 'words', words: own.map(({ word }) => word) }
      : { kind: 'ways', ways: waysBetween(edges, start, cuts[i + 1] ?? start) };
  });
}

/** All ways through the whole of it. */
export function allWays(tokens: readonly Token[]): readonly (readonly Step[])[] {
  const edges = edgesOf(tokens);
  return waysBetween(edges, 0, Math.max(...edges.map(({ to }) => to)));
}

/** Words as edges between places. A place that was left out belongs to the word behind it. */
function edgesOf(tokens: readonly Token[]): readonly Edge[] {
  let place = -1;
  let gap = 0;
  let before = -1;
  let last = 1;
  return tokens.map(({ word, position, positionLength = 1 }): Edge => {
    const ahead = position - before;
    before = position;
    if (ahead === 0) place -= gap;
    else {
      place += 1;
      gap = ahead - 1;
      last = ahead;
    }
    const edge = { word, ahead: last, from: place, to: place + positionLength + gap };
    place += gap;
    return edge;
  });
}

function waysBetween(edges: readonly Edge[], start: number, end: number): readonly (readonly Step[])[] {
  const byPlace = Map.groupBy(edges, ({ from }) => from);
  let open: readonly { readonly at: number; readonly steps: readonly Step[] }[] = [{ at: start, steps: [] }];
  const ways: (readonly Step[])[] = [];
  while (open.length > 0) {
    const next = open.flatMap(({ at, steps }) =>
      (byPlace.get(at) ?? []).map(({ word, ahead, to }) => ({ at: to, steps: [...steps, { word, ahead }] })),
    );
    ways.push(...next.filter(({ at }) => at === end).map(({ steps }) => steps));
    open = next.filter(({ at }) => at < end);
    if (ways.length + open.length > MOST_WAYS)
      throw malformed(`maxClauseCount is set to ${MOST_WAYS}`, 'Ask for fewer words with synonyms at once.');
  }
  return ways;
}
