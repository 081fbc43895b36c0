/** Behind the last byte of a text stands this or a larger one, which UTF-8 never has. */
export const TEXT_END = 0xfe;

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);

/** The same for both zeros; null for NaN, which stands for none. */
export function hashOfNumber(value: number): number | null {
  if (Number.isNaN(value)) return null;
  double[0] = value + 0;
  return mixed(Math.imul((words[0] ?? 0) ^ Math.imul(words[1] ?? 0, 0x9e37_79b1), 0x85eb_ca6b));
}

/** Of the text that begins at `at`, or of its first `most` bytes. */
export function hashOfText(bytes: Uint8Array, at: number, most = Number.POSITIVE_INFINITY): number {
  let hash = 0x811c_9dc5;
  for (let i = 0; i < most; i++) {
    const byte = bytes[at + i] ?? TEXT_END;
    if (byte >= TEXT_END) break;
    hash = Math.imul(hash ^ byte, 0x0100_0193);
  }
  return mixed(hash);
}

/** Of the first `most` bytes of the texts that begin with a text, which has one byte less at least. */
export function hashesOfStart(start: Uint8Array, most: number): readonly number[] {
  const hash = hashOfText(start, 0, most);
  if (start.indexOf(TEXT_END) >= most) return [hash];
  const longer = Uint8Array.from(start);
  const last = longer.length - 1;
  return [
    hash,
    ...Array.from({ length: TEXT_END }, (_, byte) => {
      longer[last] = byte;
      return hashOfText(longer, 0, most);
    }),
  ];
}

const mixed = (hash: number): number => hash ^ (hash >>> 15);
