import type { Cutting, Token } from '@datasarana/query';
import type { Body } from '../json-object.ts';
import { illegal } from '../refusals.ts';

const tooManyTokens = (most: number) =>
  illegal(
    `The number of tokens produced by calling _analyze has exceeded the allowed maximum of [${most}]. This limit can be set by changing the [index.analyze.max_token_count] index level setting.`,
  );

/** So many letters the texts of one call have: all others wait while they are cut. */
const MOST_LETTERS = 1_000_000;

/** @throws PlatformError for more text than one call cuts */
export function refuseLong(texts: readonly string[]): void {
  const letters = texts.reduce((sum, { length }) => sum + length, 0);
  if (letters <= MOST_LETTERS) return;
  throw illegal(
    `The texts of a call of _analyze have [${letters}] characters, more than the [${MOST_LETTERS}] they may have`,
  );
}

/** Texts that are cut into words one behind the other. */
export interface Cut {
  readonly texts: readonly string[];
  /** Positions left between two texts. */
  readonly gap: number;
  /** Words an answer holds at most. */
  readonly most: number;
  /** What words are called that are of no other kind. */
  readonly usual: string;
}

/**
 * The words of texts, each told by `tell`.
 * @param found those of each text @throws PlatformError for more than an answer holds
 */
export function toldWords(
  found: Iterable<Cutting>,
  { gap, most, usual }: Cut,
  tell: (token: Token) => Body,
): readonly Body[] {
  let [place, start] = [0, 0];
  const words: Body[] = [];
  for (const { tokens, end } of found) {
    if (words.length + tokens.length > most) throw tooManyTokens(most);
    for (const token of tokens) {
      words.push({
        token: token.word,
        start_offset: start + token.start,
        end_offset: start + token.end,
        type: token.type ?? usual,
        position: place + token.position,
        ...tell(token),
      });
    }
    place += (tokens.at(-1)?.position ?? -1) + end.empty + gap + 1;
    start += end.offset + 1;
  }
  return words;
}
