import { eachWord } from '../token.ts';

const CYRILLIC = 'абвгдезијклмнопрстуфхц';
const LATIN = 'abvgdezijklmnoprstufhc';

/** Small letters with what is written for them; capitals stay. */
const BALD: ReadonlyMap<string, string> = new Map([
  ...[...CYRILLIC].map((letter, i) => [letter, LATIN[i] ?? letter] as const),
  ...['ђ', 'đ'].map((letter) => [letter, 'dj'] as const),
  ...['ж', 'ž'].map((letter) => [letter, 'z'] as const),
  ...['љ'].map((letter) => [letter, 'lj'] as const),
  ...['њ'].map((letter) => [letter, 'nj'] as const),
  ...['ћ', 'ć', 'ч', 'č'].map((letter) => [letter, 'c'] as const),
  ...['џ'].map((letter) => [letter, 'dz'] as const),
  ...['ш', 'š'].map((letter) => [letter, 's'] as const),
]);

/** Serbian in either script as Latin letters without marks. */
export const serbianNormalization = eachWord((word) => word.replace(/./gsu, (letter) => BALD.get(letter) ?? letter));
