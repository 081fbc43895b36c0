import { eachWord } from '../token.ts';

/** Narrow marks behind a kana join it where there is a letter for both, and come as marks where there is none. */
const MARKS: Readonly<Record<string, string>> = { '\uff9e': '\u3099', '\uff9f': '\u309a' };

/** Wide letters of ASCII as narrow ones, narrow katakana as wide ones. */
export const cjkWidth = eachWord((word) =>
  word
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\uff65-\uff9d]/g, (narrow) => narrow.normalize('NFKC'))
    .replace(/([\u30a6-\u30fd]?)([\uff9e\uff9f])/g, (_all, kana: string, mark: string) =>
      (kana + MARKS[mark]).normalize('NFC'),
    ),
);
