/** `(1,200)`, `(5) €` and `1,200-`: how bookkeepers and old systems write what is below nothing. */
const IN_BRACKETS = /^([^\d(]*)\(([^()]*\d[^()]*)\)([^\d)]*)$/;
const MINUS_BEHIND = /^([^-]*\d)\s*-$/;

/** Such a number with its minus in front; any other text as it is, without spaces around it. */
export function withMinusInFront(text: string): string {
  const value = text.trim();
  const [, before = '', inside = '', behind = ''] = IN_BRACKETS.exec(value) ?? [];
  if (inside !== '') return /^\s*[+-]/.test(inside) ? value : `${before}-${inside.trim()}${behind}`.trim();
  const [, number] = MINUS_BEHIND.exec(value) ?? [];
  return number === undefined || number.startsWith('+') ? value : `-${number}`;
}
