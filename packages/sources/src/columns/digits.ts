/** Digits of Arabic and Persian, their signs of decimals and thousands, and the marks of direction that stand beside them. */
const EASTERN = /[٠-٩۰-۹٫٬\u061c\u200e\u200f]/g;

/** Such a number in digits of ASCII, with these signs. */
export function inAsciiDigits(text: string, decimal: '.' | ',' = '.', group = ''): string {
  return text.replace(EASTERN, (sign) => {
    if (sign === '٫') return decimal;
    if (sign === '٬') return group;
    const code = sign.charCodeAt(0);
    return code === 0x061c || code >= 0x200e ? '' : String(code & 0xf);
  });
}
