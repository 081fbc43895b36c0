import type { CutTexts } from './segment.ts';

/** Texts of which only the first is kept of words that occur in the same of them, as often in each. */
export interface FirstsOfTexts {
  readonly cut: CutTexts;
  /** The others, by the number of the term that stands for them. */
  readonly together: ReadonlyMap<number, readonly string[]>;
}

/**
 * Leaves out of texts what occurs just where another word does: the words of a name are seldom in another name, so that counting one of
 * them out to documents and packing it does for all. Where words stand is not kept.
 */
export function firstsOf(cut: CutTexts): FirstsOfTexts {
  const { terms, starts, words, norms } = cut;
  const groups = groupsOf(cut);
  const [firsts, numbers] = [new Map<number, number>(), new Int32Array(terms.length).fill(-1)];
  const [kept, together]: [string[], Map<number, string[]>] = [[], new Map()];
  for (const [i, term] of terms.entries()) {
    const group = groups[i] ?? 0;
    const first = firsts.get(group);
    if (first === undefined) {
      firsts.set(group, kept.length);
      numbers[i] = kept.length;
      kept.push(term);
    } else {
      const others = together.get(first);
      if (others) others.push(term);
      else together.set(first, [term]);
    }
  }
  const [ownStarts, own] = [new Int32Array(starts.length), new Int32Array(words.length)];
  let used = 0;
  for (let text = 0; text < starts.length - 1; text++) {
    for (let at = starts[text] ?? 0; at < (starts[text + 1] ?? 0); at++) {
      const number = numbers[words[at] ?? 0] ?? -1;
      if (number >= 0) own[used++] = number;
    }
    ownStarts[text + 1] = used;
  }
  return { cut: { terms: kept, starts: ownStarts, words: own.subarray(0, used), places: null, norms }, together };
}

/** A number for each term; two have the same where each text has both, and as often, or neither. */
function groupsOf({ terms, starts, words }: CutTexts): Int32Array {
  const groups = new Int32Array(terms.length);
  const times = new Int32Array(terms.length);
  let next = 1;
  for (let text = 0; text < starts.length - 1; text++) {
    const own = words.subarray(starts[text], starts[text + 1]);
    for (const term of own) times[term] = (times[term] ?? 0) + 1;
    // those of a group that this text has as often become a group of their own
    const made = new Map<number, number>();
    for (const term of own) {
      const often = times[term] ?? 0;
      if (often === 0) continue;
      times[term] = 0;
      const key = (groups[term] ?? 0) * (words.length + 1) + often;
      let group = made.get(key);
      if (group === undefined) {
        group = next++;
        made.set(key, group);
      }
      groups[term] = group;
    }
  }
  return groups;
}
