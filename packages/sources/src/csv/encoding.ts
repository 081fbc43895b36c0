import { isFullOfControls } from '../refusal.ts';
import { codePageDecoder, type Decoder, isCodePage } from './code-pages.ts';
import { type Encoding, labelOf } from './encoding-names.ts';
import { likelyEncoding } from './likely-encoding.ts';
import { isUtf8Prefix } from './utf8.ts';

/** The encoding the first bytes of a file show. */
export interface DetectedEncoding {
  readonly encoding: Encoding;
  /** Bytes of the byte order mark at the start, to be left out. */
  readonly bom: number;
  /** What shows it. */
  readonly reason: string;
}

/**
 * Tells the encoding of a text from its first bytes: a byte order mark decides; without one, zero bytes at every other
 * position or in all line ends mean UTF-16, valid UTF-8 means UTF-8, letters as other languages use them their encoding, anything
 * else Latin-1.
 */
export function detectEncoding(sample: Uint8Array): DetectedEncoding {
  const mark = markOf(sample);
  if (mark) return mark;
  return { bom: 0, ...encodingWithoutMark(sample) };
}

function encodingWithoutMark(sample: Uint8Array): Omit<DetectedEncoding, 'bom'> {
  const zeros = utf16WithoutMark(sample);
  if (zeros) return { encoding: zeros, reason: 'its zero bytes stand as they do in UTF-16' };
  const isUtf8 = isUtf8Prefix(sample);
  // letters of Cyrillic, Greek and others are two bytes of ASCII each, of which one is a control
  const lines = isUtf8 && !isFullOfControls(sample) ? null : utf16ByLineEnds(sample);
  if (isUtf8 && lines === null) return { encoding: 'utf-8', reason: 'all of its bytes are UTF-8' };
  if (lines) return { encoding: lines, reason: 'its line ends are those of UTF-16' };
  if (isMostlyUtf8(sample)) return { encoding: 'utf-8', reason: 'most of its letters beyond ASCII are UTF-8' };
  return likelyEncoding(sample) ?? { encoding: 'latin1', reason: 'it is not UTF-8, and shows no other encoding' };
}

/** Bytes that no letter of windows-1252 has: other encodings use them. */
const NO_LETTER: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
/** Whether bytes taken for Latin-1 can be that. */
export const isLatin1 = (sample: Uint8Array): boolean => !sample.some((byte) => NO_LETTER.has(byte));

/** The bytes of a mark that belongs to an encoding the user chose. */
export function markLength(sample: Uint8Array, encoding: Encoding): number {
  const mark = markOf(sample);
  return mark?.encoding === encoding ? mark.bom : 0;
}

function markOf(sample: Uint8Array): DetectedEncoding | null {
  const reason = 'its byte order mark says so';
  if (sample[0] === 0xef && sample[1] === 0xbb && sample[2] === 0xbf) return { encoding: 'utf-8', bom: 3, reason };
  if (sample[0] === 0xff && sample[1] === 0xfe) return { encoding: 'utf-16le', bom: 2, reason };
  if (sample[0] === 0xfe && sample[1] === 0xff) return { encoding: 'utf-16be', bom: 2, reason };
  return null;
}

function utf16WithoutMark(sample: Uint8Array): Encoding | null {
  const length = Math.min(sample.length, 4096) & ~1;
  if (length < 4) return null;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < length; i += 2) {
    if (sample[i] === 0) even++;
    if (sample[i + 1] === 0) odd++;
  }
  const pairs = length / 2;
  if (odd > pairs * 0.7 && even < pairs * 0.1) return 'utf-16le';
  if (even > pairs * 0.7 && odd < pairs * 0.1) return 'utf-16be';
  return null;
}

/**
 * UTF-16 of letters beyond ASCII has hardly a zero byte but in its line ends and delimiters. Read the other way round these are
 * no letters, so that the one way by which there are lines of letters is the right one.
 */
function utf16ByLineEnds(sample: Uint8Array): Encoding | null {
  if (!sample.includes(0)) return null;
  return (['utf-16le', 'utf-16be'] as const).find((encoding) => isTextIn(sample, encoding)) ?? null;
}

function isTextIn(sample: Uint8Array, encoding: Encoding): boolean {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true });
    return /[\n\r]/.test(text) && !/[^\P{C}\n\r\t\p{Cf}]/u.test(text);
  } catch {
    return false;
  }
}

/** More characters beyond ASCII are UTF-8 than are not: a few damaged ones do not make the others Latin-1. */
function isMostlyUtf8(sample: Uint8Array): boolean {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(sample, { stream: true });
  const beyond = text.match(/[^\0-\x7f]/gu) ?? [];
  return beyond.filter((letter) => letter === '\ufffd').length * 2 < beyond.length;
}

/** A streaming decoder for an encoding; broken UTF-16 is refused where it stands, if that is not left out, what no other one knows becomes U+FFFD. */
export const decoderOf = (encoding: Encoding, fatal = encoding.startsWith('utf-16')): Decoder =>
  isCodePage(encoding) ? codePageDecoder(encoding) : new TextDecoder(labelOf(encoding), { fatal, ignoreBOM: true });

/** Whether the second byte of a letter may be the one of the delimiter. */
export const mayEndLetters = (delimiter: string, encoding: Encoding): boolean =>
  ['|', '^', '~'].includes(delimiter) && ['shift_jis', 'gb18030', 'big5'].includes(encoding);
