import type { Breath } from '@datasarana/engine';
import { type AnyAnalyser, type Cutting, stagesOf } from '@datasarana/query';

/** Where a word stands in a field. */
export interface Place {
  readonly position: number;
  readonly start: number;
  readonly end: number;
}

/** The words of a field of one document, in the order of their bytes, each with its places. */
export type Words = ReadonlyMap<string, readonly Place[]>;

/** After how many words it is asked whether others are to have their turn. */
const OFTEN = 0x3ff;

/** Cuts the texts of a field into words; `gap` positions and one letter are left between two texts. */
export async function wordsOf(
  texts: readonly string[],
  analyser: AnyAnalyser,
  gap: number,
  breath: Breath,
): Promise<Words> {
  const words = new Map<string, Place[]>();
  let [place, from] = [0, 0];
  for (const each of texts) {
    const { tokens, end: whole } = await cutStepByStep(analyser, each, breath);
    // as in OpenSearch, texts before the first word take no room
    if (tokens.length === 0 && words.size === 0) continue;
    for (const [i, { word, position, start, end }] of tokens.entries()) {
      const places = words.get(word) ?? [];
      places.push({ position: place + position, start: from + start, end: from + end });
      words.set(word, places);
      if ((i & OFTEN) === OFTEN && breath.isDue) await breath.take();
    }
    place += (tokens.at(-1)?.position ?? -1) + gap + 1;
    from += whole.offset + 1;
  }
  return inOrderOfBytes(words);
}

const NOTHING: Cutting = { tokens: [], end: { offset: 0, empty: 0 }, endAt: () => ({ offset: 0, empty: 0 }) };

/** What the last step of an analyser leaves of a text; others have their turn between two steps. */
async function cutStepByStep(analyser: AnyAnalyser, text: string, breath: Breath): Promise<Cutting> {
  let last = NOTHING;
  for (const [cut = NOTHING] of stagesOf(analyser, [text]).words) {
    last = cut;
    if (breath.isDue) await breath.take();
  }
  return last;
}

/** The first half of a character, which stands before characters that its bytes stand behind. */
const HALF = /[\uD800-\uDBFF]/;

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

function inOrderOfBytes(words: Words): Words {
  const order = [...words.keys()];
  order.sort(order.some((word) => HALF.test(word)) ? byBytes : undefined);
  return new Map(order.map((word) => [word, words.get(word) ?? []]));
}
