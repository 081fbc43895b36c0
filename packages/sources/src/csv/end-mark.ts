const END_MARK = 0x1a;
/** In so many bytes UTF-16 has a delimiter or a line end, and with it a byte of nothing. */
const LOOKED_AT = 4096;

/**
 * Bytes of a text without the sign that programs of DOS end it by, which belongs to none of its cells. In UTF-16 that byte may be half of a
 * letter, as of the Cyrillic К.
 */
export const lengthToEndMark = (text: Uint8Array): number =>
  text.at(-1) === END_MARK && !text.subarray(0, LOOKED_AT).includes(0) ? text.length - 1 : text.length;
