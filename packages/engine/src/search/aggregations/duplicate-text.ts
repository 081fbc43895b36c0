/** Words in a row that make a passage. */
const PASSAGE = 6;

/** Leaves out the words of every passage that was seen before, in this text or an earlier one. */
export function duplicateFree(): (words: readonly string[]) => readonly string[] {
  const seen = new Set<string>();
  return (words) => {
    const repeated = new Set<number>();
    for (let from = 0; from + PASSAGE <= words.length; from++) {
      const passage = words.slice(from, from + PASSAGE).join('\u0000');
      if (seen.has(passage)) for (let at = from; at < from + PASSAGE; at++) repeated.add(at);
      else seen.add(passage);
    }
    return words.filter((_, at) => !repeated.has(at));
  };
}
