import type { Token } from '@datasarana/query';

/** Whether a word is looked for. */
export type WordTest = (word: string) => boolean;

/** Words that stand together. */
export interface Phrase {
  /** What stands where; several on one position are alternatives. */
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
  const places = [...Map.groupBy(slots, ({ position }) => position)];
  const [first = 0] = places[0] ?? [];
  return [...at.keys()].flatMap((start) => {
    const chosen = places.map(([position, alternatives]) =>
      (at.get(start + position - first) ?? []).filter(({ word }) => alternatives.some(({ fits }) => fits(word))),
    );
    return chosen.every((each) => each.length > 0) ? chosen.flat() : [];
  });
}

/** All words of the phrase in a stretch with no more others than the slop. */
function withinReach(tokens: readonly Token[], { slots, slop, isOrdered }: Phrase): readonly Token[] {
  const wanted = tokens.filter(({ word }) => slots.some(({ fits }) => fits(word)));
  return wanted.flatMap((start, i) => {
    const stretch = wanted.slice(i);
    const chosen: Token[] = [];
    for (const { fits } of slots) {
      const after = isOrdered ? (chosen.at(-1)?.position ?? -1) : -1;
      const next = stretch.find((token) => !chosen.includes(token) && token.position > after && fits(token.word));
      if (next === undefined) return [];
      chosen.push(next);
    }
    const last = Math.max(...chosen.map(({ position }) => position));
    const between = last - start.position + 1 - slots.length;
    const isFirst = chosen.some((token) => token === start);
    return isFirst && between <= slop ? stretch.filter(({ position }) => position <= last) : [];
  });
}
