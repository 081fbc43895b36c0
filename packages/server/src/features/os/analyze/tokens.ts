import { type AnyAnalyser, tokensOf, usualTypeOf } from '@datasarana/query';
import type { Body } from '../json-object.ts';
import { illegal } from '../refusals.ts';

const tooManyTokens = (most: number) =>
  illegal(
    `The number of tokens produced by calling _analyze has exceeded the allowed maximum of [${most}]. This limit can be set by changing the [index.analyze.max_token_count] index level setting.`,
  );

/** Texts that are cut into words one behind the other. */
export interface Cut {
  readonly texts: readonly string[];
  /** Positions left between two texts. */
  readonly gap: number;
  /** Words an answer holds at most. */
  readonly most: number;
}

/** The words an analyser makes of texts, each told by `tell`. @throws PlatformError for more than an answer holds */
export function wordsOf(
  analyser: AnyAnalyser,
  { texts, gap, most }: Cut,
  tell: (token: ReturnType<typeof tokensOf>[number]) => Body,
): readonly Body[] {
  const usual = usualTypeOf(analyser);
  let [place, start] = [0, 0];
  const words: Body[] = [];
  for (const each of texts) {
    const found = tokensOf(analyser, each);
    if (words.length + found.length > most) throw tooManyTokens(most);
    for (const token of found) {
      words.push({
        token: token.word,
        start_offset: start + token.start,
        end_offset: start + token.end,
        type: token.type ?? usual,
        position: place + token.position,
        ...tell(token),
      });
    }
    place += (found.at(-1)?.position ?? -1) + gap + 1;
    start += each.length + 1;
  }
  return words;
}
