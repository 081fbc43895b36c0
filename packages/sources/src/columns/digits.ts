/** Digits of Arabic and Persian, their signs of decimals and thousands, the marks of direction that stand beside them, and digits and signs as wide as those of Chinese. */
const EASTERN = /[٠-٩۰-۹٫٬\u061c\u200e\u200f０-９．，－]/g;
const MARKS = '\u061c\u200e\u200f';

/** Such a number in digits of ASCII, with these signs. */
export function inAsciiDigits(text: string, decimal: '.' | ',' = '.', group = ''): string {
  return text.replace(EASTERN, (sign) => {
    if (sign === '٫' || sign === '．') return decimal;
    if (sign === '٬' || sign === '，') return group;
    if (sign === '－') return '-';
    return MARKS.includes(sign) ? '' : String(sign.charCodeAt(0) & 0xf);
  });
}
