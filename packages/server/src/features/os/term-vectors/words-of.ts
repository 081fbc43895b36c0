import { type AnyAnalyser, cutting } from '@datasarana/query';

/** Where a word stands in a field. */
export interface Place {
  readonly position: number;
  readonly start: number;
  readonly end: number;
}

/** The words of a field of one document, in the order of their bytes, each with its places. */
export type Words = ReadonlyMap<string, readonly Place[]>;

const byBytes = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Cuts the texts of a field into words; `gap` positions and one letter are left between two texts. */
export function wordsOf(texts: readonly string[], analyser: AnyAnalyser, gap: number): Words {
  const words = new Map<string, Place[]>();
  let [place, from] = [0, 0];
  for (const each of texts) {
    const { tokens, end: whole } = cutting(analyser, each);
    // as in OpenSearch, texts before the first word take no room
    if (tokens.length === 0 && words.size === 0) continue;
    for (const { word, position, start, end } of tokens) {
      const places = words.get(word) ?? [];
      places.push({ position: place + position, start: from + start, end: from + end });
      words.set(word, places);
    }
    place += (tokens.at(-1)?.position ?? -1) + gap + 1;
    from += whole.offset + 1;
  }
  return new Map([...words].sort(byBytes));
}
