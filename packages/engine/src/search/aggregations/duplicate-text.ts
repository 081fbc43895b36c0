import type { Breath } from '../../store/breath.ts';

/** Words in a row that make a passage. */
const PASSAGE = 6;

/** After how many passages it is asked whether others are to have their turn. */
const OFTEN = 0xff;

/** Leaves out the words of every passage that was seen before, in this text or an earlier one. */
export function duplicateFree(breath: Breath): (words: readonly string[]) => Promise<readonly string[]> {
  const seen = new Set<string>();
  return async (words) => {
    const repeated = new Set<number>();
    for (let from = 0; from + PASSAGE <= words.length; from++) {
      const passage = words.slice(from, from + PASSAGE).join('\u0000');
      if (seen.has(passage)) for (let at = from; at < from + PASSAGE; at++) repeated.add(at);
      else seen.add(passage);
      if ((from & OFTEN) === OFTEN && breath.isDue) await breath.take();
    }
    return words.filter((_, at) => !repeated.has(at));
  };
}
