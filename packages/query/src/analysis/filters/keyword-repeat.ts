import { severalOf } from '../gathered.ts';

/** Each word twice: once as it is, and once for the stemmers behind. */
export const keywordRepeat = severalOf((token) => [{ ...token, keyword: true }, token]);
