/** Control characters, marks of direction that turn an ending around, and what has no width. */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const MOST_BYTES = 200;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** The ending of a name in lower case, without its dot; empty when it has none. */
export const extensionOf = (name: string): string =>
  /[^.]\.([\p{L}\p{N}]{1,16})$/u.exec(name)?.[1]?.toLowerCase() ?? '';

/**
 * The name of a file as it may be kept and offered on any system: its last part, without what is not seen, is a path or a
 * device, at most 200 bytes with its ending.
 */
export function safeName(given: string): string {
  const last = given.toWellFormed().normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const plain = last
    .replace(UNSEEN, '')
    .replace(/[<>:"|?*\ufffd]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const name = plain === '' ? 'file' : RESERVED.test(plain) ? `_${plain}` : plain;
  if (bytesOf(name) <= MOST_BYTES) return name;
  const ending = extensionOf(name);
  const rest = [...name.slice(0, ending === '' ? undefined : -ending.length - 1)];
  const end = ending === '' ? '' : `.${ending}`;
  while (bytesOf(rest.join('') + end) > MOST_BYTES) rest.pop();
  return rest.join('') + end;
}
