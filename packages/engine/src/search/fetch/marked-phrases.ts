import type { Token } from '@datasarana/query';
import { firstFrom } from './ascending.ts';

/** Whether a word is looked for. */
export type WordTest = (word: string) => boolean;

/** Words that stand together. */
export interface Phrase {
  /** What stands where. */
  readonly slots: readonly { readonly position: number; readonly fits: WordTest }[];
  /** Words that may stand between. */
  readonly slop: number;
  readonly isOrdered: boolean;
  /** The position it has to end before. */
  readonly end: number;
}

/** The words of a text that stand together as one of the phrases wants. */
export function markedPhrases(tokens: readonly Token[], phrases: readonly Phrase[]): ReadonlySet<Token> {
  const found = new Set<Token>();
  for (const phrase of phrases) {
    const within = tokens.filter(({ position }) => position < phrase.end);
    const marked = phrase.slop === 0 && phrase.isOrdered ? inPlace(within, phrase) : withinReach(within, phrase);
    for (const token of marked) found.add(token);
  }
  return found;
}

/** Each word just where the phrase has it. */
function inPlace(tokens: readonly Token[], { slots }: Phrase): readonly Token[] {
  const at = Map.groupBy(tokens, ({ position }) => position);
  const first = slots[0]?.position ?? 0;
  return [...at.keys()].flatMap((start) => {
    const chosen: Token[] = [];
    for (const { position, fits } of slots) {
      const there = at.get(start + position - first) ?? [];
      const fitting = there.filter(({ word }) => fits(word));
      if (fitting.length === 0) return [];
      chosen.push(...fitting);
    }
    return chosen;
  });
}

/** All words of the phrase in a stretch with no more others than the slop. A text may hold them a hundred thousand times. */
function withinReach(tokens: readonly Token[], phrase: Phrase): readonly Token[] {
  const { slots, slop } = phrase;
  const wanted = tokens.filter(({ word }) => slots.some(({ fits }) => fits(word)));
  const places = slots.map(({ fits }) => wanted.flatMap(({ word }, i) => (fits(word) ? i : [])));
  const found: Token[] = [];
  let next = 0;
  for (const [i, start] of wanted.entries()) {
    const chosen = chosenFrom(i, wanted, places, phrase);
    if (!chosen?.includes(i)) continue;
    const last = Math.max(...chosen.map((each) => wanted[each]?.position ?? 0));
    if (last - start.position + 1 - slots.length > slop) continue;
    for (next = Math.max(next, i); next < wanted.length && (wanted[next]?.position ?? 0) <= last; next++)
      found.push(wanted[next] as Token);
  }
  return found;
}

/**
 * The first word from `from` on for each slot; null when one has none. `places` = where the words of a slot stand. Where the order
 * is free one word may fill several slots, as in Lucene's NearSpansUnordered: once "the the"~2 is looked for, each "the" is marked.
 */
function chosenFrom(
  from: number,
  wanted: readonly Token[],
  places: readonly (readonly number[])[],
  { isOrdered }: Phrase,
): readonly number[] | null {
  const chosen: number[] = [];
  for (const own of places) {
    const before = isOrdered ? chosen.at(-1) : undefined;
    const behind = before === undefined ? -1 : (wanted[before]?.position ?? 0);
    let at = firstFrom(own, before ?? from);
    while (at < own.length && (wanted[own[at] ?? -1]?.position ?? 0) <= behind) at++;
    const place = own[at];
    if (place === undefined) return null;
    chosen.push(place);
  }
  return chosen;
}
