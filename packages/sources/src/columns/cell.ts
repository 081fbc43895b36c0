/** The ways a cell of text is read as a value; null = it is not one. The import accepts exactly these. */

/** No group begins with a zero: `0,567` is a decimal comma. */
const GROUPED = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/;
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?$/;

/** A decimal number; thousands may be set apart by commas (FMT-03). */
export function readNumber(text: string): number | null {
  const value = text.trim();
  const plain = GROUPED.test(value) ? value.replaceAll(',', '') : value;
  if (!NUMBER.test(plain)) return null;
  const number = Number(plain);
  return Number.isFinite(number) ? number : null;
}

/** A whole number of any size; `12.0` and `1,200` are whole, `12.5` is not. */
export function parseWholeNumber(text: string): bigint | null {
  const value = text.trim();
  const plain = (GROUPED.test(value) ? value.replaceAll(',', '') : value).replace(/\.0*$/, '');
  return /^[+-]?\d{1,40}$/.test(plain) ? BigInt(plain.replace(/^\+/, '')) : null;
}

/** Words a yes or no is written in, in small letters: English, digits, and the languages files come in, and those spreadsheets of other languages write. */
export const BOOLEAN_WORDS = {
  true: [
    ...['true', 'yes', 'y', 't', 'on', '1', 'ya', 'ja', 'oui', 'sí', 'si'],
    ...['sim', 'tak', 'igen', 'evet', 'kyllä', 'да', 'так', 'ναι', 'はい', '是', '예'],
    ...['wahr', 'vrai', 'verdadero', 'verdadeiro', 'vero', 'waar', 'prawda', 'pravda'],
    ...['sant', 'sand', 'sann', 'tosi', 'igaz', 'истина'],
  ],
  false: [
    ...['false', 'no', 'n', 'f', 'off', '0', 'tidak', 'nein', 'non'],
    ...[
      'nej',
      'nei',
      'nee',
      'não',
      'nao',
      'nie',
      'nem',
      'hayır',
      'hayir',
      'нет',
      'ні',
      'όχι',
      'いいえ',
      '否',
      '아니요',
    ],
    ...['falsch', 'faux', 'falso', 'onwaar', 'fałsz', 'nepravda'],
    ...['falskt', 'falsk', 'usann', 'epätosi', 'hamis', 'ложь'],
  ],
} as const;

const MEANING: ReadonlyMap<string, boolean> = new Map([
  ...BOOLEAN_WORDS.true.map((word) => [word, true] as const),
  ...BOOLEAN_WORDS.false.map((word) => [word, false] as const),
]);

/** A boolean in words or digits, in any case. */
export const parseBoolean = (text: string): boolean | null => MEANING.get(text.trim().toLowerCase()) ?? null;

/** Whether a text says yes or no in words or figures. */
export const isBooleanWord = (text: string): boolean => parseBoolean(text) !== null;
