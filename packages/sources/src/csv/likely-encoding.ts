import type { Encoding } from './encoding-names.ts';

/** An encoding that the letters of a text show, and what was seen. */
export interface LikelyEncoding {
  readonly encoding: Encoding;
  readonly reason: string;
}

/** As much of a text, from its first byte beyond ASCII on, as shows how its letters are written. */
const LOOKED_AT = 32 * 1024;
const ASCII = 0x80;
/** Bytes beyond ASCII in fewer than so many letters could be anything. */
const FEWEST_PAIRS = 4;
const FEWEST_LETTERS = 12;

/**
 * Tells the encoding of a text that is neither UTF-8 nor UTF-16 by what is usual in the languages written in it; null where that is
 * not clear. Each test asks for much: letters of Western Europe are never taken for others.
 */
export function likelyEncoding(sample: Uint8Array): LikelyEncoding | null {
  const first = sample.findIndex((byte) => byte >= ASCII);
  if (first < 0) return null;
  const bytes = sample.subarray(first, first + LOOKED_AT);
  return likelyAlphabet(bytes) ?? likelyPairs(bytes) ?? likelyAccents(bytes);
}

const decodes = (bytes: Uint8Array, encoding: Encoding): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
};

const found = (encoding: Encoding, language: string, share: number): LikelyEncoding => ({
  encoding,
  reason: `${Math.round(share * 100)} % of its letters beyond ASCII are usual in ${language}`,
});

const within = (byte: number, from: number, to: number): boolean => byte >= from && byte <= to;

/** An encoding of two bytes for a letter. */
interface Pairs {
  readonly encoding: Encoding;
  readonly language: string;
  /** First bytes of the usual letters, from and to. */
  readonly usual: readonly (readonly [from: number, to: number])[];
  /** Second bytes of them begin here. */
  readonly trail: number;
}

/** The more particular ones first: Japanese and Korean letters stand where Chinese ones do, too, but Chinese uses more than theirs. */
const PAIRS: readonly Pairs[] = [
  {
    encoding: 'shift_jis',
    language: 'Japanese',
    usual: [
      [0x81, 0x83],
      [0x88, 0x97],
    ],
    trail: 0x40,
  },
  {
    encoding: 'euc-jp',
    language: 'Japanese',
    usual: [
      [0xb0, 0xcf],
      [0xa1, 0xa5],
    ],
    trail: 0xa1,
  },
  { encoding: 'euc-kr', language: 'Korean', usual: [[0xb0, 0xc8]], trail: 0xa1 },
  {
    encoding: 'gb18030',
    language: 'Chinese',
    usual: [
      [0xb0, 0xd7],
      [0xa1, 0xa1],
      [0xa3, 0xa3],
    ],
    trail: 0xa1,
  },
  {
    encoding: 'big5',
    language: 'Chinese',
    usual: [
      [0xa4, 0xc6],
      [0xa1, 0xa1],
    ],
    trail: 0x40,
  },
];
/** Half-width katakana have one byte there. */
const isKatakana = (encoding: Encoding, byte: number): boolean => encoding === 'shift_jis' && within(byte, 0xa1, 0xdf);
const USUAL_PAIRS = 0.9;
/** Kana are in every Japanese text. */
const KANA = 0.1;
/** Second bytes beyond ASCII: accents of Western letters stand between plain ones. */
const DENSE = 0.25;

interface PairFigures {
  readonly pairs: number;
  readonly singles: number;
  readonly usual: number;
  readonly dense: number;
  readonly kana: number;
}

function figuresOf(bytes: Uint8Array, { encoding, usual: leads, trail: least }: Pairs): PairFigures {
  let [pairs, singles, usual, dense, kana] = [0, 0, 0, 0, 0];
  for (let at = 0; at + 1 < bytes.length; at++) {
    const [lead = 0, trail = 0] = [bytes[at], bytes[at + 1]];
    if (lead < ASCII) continue;
    if (isKatakana(encoding, lead)) {
      singles++;
      continue;
    }
    pairs++;
    if (trail >= least && leads.some(([from, to]) => within(lead, from, to))) usual++;
    if (trail >= ASCII) dense++;
    if (lead === 0xa4 || lead === 0xa5) kana++;
    at++;
  }
  return { pairs, singles, usual, dense, kana };
}

function likelyPairs(bytes: Uint8Array): LikelyEncoding | null {
  for (const each of PAIRS) {
    const { encoding, language } = each;
    const { pairs, singles, usual, dense, kana } = figuresOf(bytes, each);
    const share = usual / pairs;
    if (pairs < FEWEST_PAIRS || singles > pairs / 2 || share < USUAL_PAIRS || dense / pairs < DENSE) continue;
    if ((encoding === 'euc-jp' && kana / pairs < KANA) || decodes(bytes, encoding) === null) continue;
    return found(encoding, language, share);
  }
  return null;
}

/** An alphabet beyond the Latin one, and the letters that are most of any text in it. */
interface Alphabet {
  readonly encoding: Encoding;
  readonly language: string;
  readonly frequent: string;
}

const ALPHABETS: readonly Alphabet[] = [
  ...(['windows-1251', 'koi8-r', 'ibm866'] as const).map((encoding) => ({
    encoding,
    language: 'Cyrillic',
    frequent: 'оеаинтсрвлкмдпуіы',
  })),
  { encoding: 'windows-1253', language: 'Greek', frequent: 'αοιετσνηυρπκλμςάίόέή' },
  { encoding: 'windows-1255', language: 'Hebrew', frequent: 'יוהלארתבשמםנדחק' },
  { encoding: 'windows-1256', language: 'Arabic', frequent: 'اليمونرتبةعدسفكح' },
  { encoding: 'windows-874', language: 'Thai', frequent: 'านรอกเงมยลวดทสตะ่้ัี' },
];
const FREQUENT = 0.6;
/** How much better than the next one an alphabet has to fit. */
const CLEARLY = 0.1;
/** Bytes beyond ASCII that stand beside another one: in words of another alphabet nearly all do. */
const IN_WORDS = 0.8;

/** Share of the bytes beyond ASCII that have one beside them. */
function inWords(bytes: Uint8Array): { readonly letters: number; readonly share: number } {
  let [letters, beside] = [0, 0];
  bytes.forEach((byte, i) => {
    if (byte < ASCII) return;
    letters++;
    if ((bytes[i - 1] ?? 0) >= ASCII || (bytes[i + 1] ?? 0) >= ASCII) beside++;
  });
  return { letters, share: beside / letters };
}

function fitOf(bytes: Uint8Array, { encoding, frequent }: Alphabet): number {
  const letters =
    decodes(bytes, encoding)
      ?.toLowerCase()
      .match(/[^\0-\x7f]/gu) ?? [];
  return letters.filter((letter) => frequent.includes(letter)).length / Math.max(1, letters.length);
}

function likelyAlphabet(bytes: Uint8Array): LikelyEncoding | null {
  const { letters, share } = inWords(bytes);
  if (letters < FEWEST_LETTERS || share < IN_WORDS) return null;
  const [best, next] = ALPHABETS.map((each) => ({ ...each, fit: fitOf(bytes, each) })).sort((a, b) => b.fit - a.fit);
  if (!best || !next || best.fit < FREQUENT || best.fit - next.fit < CLEARLY) return null;
  return found(best.encoding, best.language, best.fit);
}

const timesIn = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0;

/** Languages of Latin letters whose accents would make no word as those of Western Europe. */
const ACCENTS: readonly {
  readonly encoding: Encoding;
  readonly language: string;
  readonly isShownBy: (western: string) => boolean;
}[] = [
  {
    encoding: 'windows-1250',
    language: 'Polish',
    isShownBy: (text) => timesIn(text, /\p{L}[¹³¿]\p{Ll}/gu) >= 3,
  },
  {
    encoding: 'windows-1250',
    language: 'Czech',
    isShownBy: (text) => timesIn(text, /ø/giu) >= 2 && timesIn(text, /ì/giu) >= 2 && timesIn(text, /[èù]/giu) >= 1,
  },
  {
    encoding: 'windows-1250',
    language: 'Hungarian',
    isShownBy: (text) => timesIn(text, /õ/giu) >= 2 && timesIn(text, /û/giu) >= 2 && timesIn(text, /ã/giu) === 0,
  },
  {
    encoding: 'windows-1254',
    language: 'Turkish',
    isShownBy: (text) =>
      timesIn(text, /ý/giu) >= 3 &&
      timesIn(text, /[þð]/giu) >= 2 &&
      timesIn(text, /[üç]/giu) >= 1 &&
      !/[æá]/iu.test(text),
  },
];

function likelyAccents(bytes: Uint8Array): LikelyEncoding | null {
  const western = new TextDecoder('windows-1252').decode(bytes);
  const shown = ACCENTS.find(({ isShownBy }) => isShownBy(western));
  return shown ? { encoding: shown.encoding, reason: `its accents are those of ${shown.language}` } : null;
}
