import { type Query, soughtLetters } from '@datasarana/query';
import { malformed } from '@datasarana/schema';

/** Letters of the texts one query looks for: cutting and looking up so many words takes some tenths of a second, for which all others wait. */
const MOST_LETTERS = 1_000_000;

/** Counts the letters of the texts that one query looks for, those of a text once for each field it is looked for in. */
export class SoughtLetters {
  #left = MOST_LETTERS;

  /** @throws PlatformError for more than one query may look for */
  add(letters: number, clause: string, field: string): void {
    this.#left -= letters;
    if (this.#left >= 0) return;
    throw malformed(
      `The texts of one query have more than ${MOST_LETTERS} letters, each counted for every field it is looked for in: [${clause}] of [${field}] goes beyond that`,
      'Look for shorter texts, in fewer clauses or in fewer fields.',
    );
  }
}

/** How many letters of text a clause looks for in the field that it names. */
export function lettersOf(query: Query): number {
  switch (query.kind) {
    case 'match':
    case 'match_phrase':
    case 'match_phrase_prefix':
    case 'match_bool_prefix':
      return String(query.query).length;
    case 'intervals':
      return soughtLetters(query.rule);
    default:
      return 0;
  }
}
