/** `(1,200)`, `(5) €` and `1,200-`: how bookkeepers and old systems write what is below nothing. */
const IN_BRACKETS = /^([^\d(]*)\(([^()]*\d[^()]*)\)([^\d)]*)$/;
/** As books and web pages print it, and as Swedish and Norwegian programs write it. */
export const PRINTED_MINUS = '\u2212';
const MINUS_PRINTED = /^(\D{0,5})\u2212(?=\D{0,5}\d)/;
const MINUS_BEHIND = /^([^-]*\d)\s*-$/;

/** Such a number with its minus in front; any other text as it is, without spaces around it. */
export function withMinusInFront(text: string): string {
  const value = text.trim().replace(MINUS_PRINTED, '$1-');
  const [, before = '', inside = '', behind = ''] = IN_BRACKETS.exec(value) ?? [];
  if (inside !== '') return /^\s*[+-]/.test(inside) ? value : `${before}-${inside.trim()}${behind}`.trim();
  const [, number] = MINUS_BEHIND.exec(value) ?? [];
  return number === undefined || number.startsWith('+') ? value : `-${number}`;
}
