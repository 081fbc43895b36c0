const maps = new Map<string, ReadonlyMap<string, Buffer>>();

/** Letters that a decoder knows, and their bytes: one, or two. */
function lettersOf(encoding: string): ReadonlyMap<string, Buffer> {
  const known = maps.get(encoding);
  if (known) return known;
  const letters = new Map<string, Buffer>();
  const note = (bytes: Buffer): void => {
    try {
      const letter = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      if ([...letter].length === 1 && !letters.has(letter)) letters.set(letter, bytes);
    } catch {
      // no letter
    }
  };
  for (let one = 0; one < 256; one++) note(Buffer.of(one));
  if (TWO_BYTES.includes(encoding))
    for (let lead = 0x81; lead < 0xff; lead++)
      for (let trail = 0x40; trail < 0xff; trail++) note(Buffer.of(lead, trail));
  maps.set(encoding, letters);
  return letters;
}

const TWO_BYTES = ['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr'];

/** A text in an old encoding, which Node reads but does not write. @throws Error for a letter that it has not */
export function encodeAs(text: string, encoding: string): Buffer {
  const letters = lettersOf(encoding);
  return Buffer.concat(
    [...text].map((letter) => {
      const bytes = letters.get(letter);
      if (!bytes) throw new Error(`${encoding} has no '${letter}'`);
      return bytes;
    }),
  );
}
