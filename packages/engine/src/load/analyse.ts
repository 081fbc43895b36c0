import type { Analyser } from '@datasarana/schema';

/** Tokens of a text. */
export const analyse = (text: string, analyser: Analyser): readonly string[] =>
  analyser === 'keyword' ? [text] : (text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []);
