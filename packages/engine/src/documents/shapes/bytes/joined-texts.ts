/** UTF-8 of several texts, one behind the other, and where each ends. */
export interface JoinedTexts {
  readonly bytes: Buffer;
  readonly ends: Int32Array;
}

/** Texts as one piece of memory; half a pair of surrogates becomes U+FFFD, as in a text that is written alone. */
export function joinTexts(texts: readonly string[]): JoinedTexts {
  const joined = texts.join('');
  const bytes = Buffer.from(joined);
  const isAscii = bytes.length === joined.length;
  const ends = new Int32Array(texts.length);
  let end = 0;
  for (let i = 0; i < texts.length; i++) {
    const text = texts[i] ?? '';
    end += isAscii ? text.length : Buffer.byteLength(text);
    ends[i] = end;
  }
  // a half at the end of one and another at the beginning of the next became a pair
  return end === bytes.length ? { bytes, ends } : joinTexts(texts.map((text) => text.toWellFormed()));
}
