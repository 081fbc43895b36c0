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
  const bytes = sample.subarray(Math.max(0, first - 1), first + LOOKED_AT);
  return likelyAlphabet(bytes) ?? likelyPairs(bytes) ?? likelyMac(bytes) ?? likelyAccents(bytes);
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
/** Kana are in every Japanese text; tables may have none, but signs that Chinese and Korean ones hardly have there. */
const KANA = 0.1;
const JAPANESE = new Set(
  '氏名住所電話番号日付金額商品数量単価合計備考会社部署課担当者都道府県市区町村年月円税込札幌仙台東京横浜名古屋大阪神戸広島福岡北海道山田中村佐藤鈴木高橋伊渡辺小林加吉松井上野口太郎花子一二三男女性別生社員売店',
);
const IN_JAPANESE = 0.4;
const isJapanese = (text: string): boolean => {
  const letters = text.match(/[^\0-\x7f]/gu) ?? [];
  return letters.filter((letter) => JAPANESE.has(letter)).length >= letters.length * IN_JAPANESE;
};
/** Second bytes beyond ASCII: accents of Western letters stand between plain ones. */
const DENSE = 0.25;

/** More of them in words are accents. */
const IN_LATIN = 0.3;

interface PairFigures {
  readonly pairs: number;
  readonly singles: number;
  readonly usual: number;
  readonly dense: number;
  readonly kana: number;
  /** Right behind a letter of ASCII, as accents stand in words. */
  readonly inWords: number;
}

const isLetter = (byte = 0): boolean => within(byte | 0x20, 0x61, 0x7a);

function figuresOf(bytes: Uint8Array, { encoding, usual: leads, trail: least }: Pairs): PairFigures {
  let [pairs, singles, usual, dense, kana, inWords] = [0, 0, 0, 0, 0, 0];
  let last = -1;
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
    if (last < at - 1 && isLetter(bytes[at - 1])) inWords++;
    last = ++at;
  }
  return { pairs, singles, usual, dense, kana, inWords };
}

/** In Shift-JIS their second bytes are ASCII's for the most part; letters of Western Europe are none of their first ones so often. */
function isMostlyKana(bytes: Uint8Array, encoding: Encoding): boolean {
  if (encoding !== 'shift_jis') return false;
  const text = decodes(bytes, encoding) ?? '';
  return timesIn(text, /[ぁ-ヿ]/gu) * 2 >= timesIn(text, /[^\0-\x7f]/gu);
}

function likelyPairs(bytes: Uint8Array): LikelyEncoding | null {
  for (const each of PAIRS) {
    const { encoding, language } = each;
    const { pairs, singles, usual, dense, kana, inWords } = figuresOf(bytes, each);
    const share = usual / pairs;
    const isDense = dense / pairs >= DENSE || isMostlyKana(bytes, encoding);
    if (pairs < FEWEST_PAIRS || singles > pairs / 2 || share < USUAL_PAIRS || !isDense) continue;
    if (inWords / pairs > IN_LATIN) continue;
    const text = decodes(bytes, encoding);
    if (text === null || (encoding === 'euc-jp' && kana / pairs < KANA && !isJapanese(text))) continue;
    return found(encoding, language, share);
  }
  return null;
}

/** An alphabet beyond the Latin one, and its letters, the most frequent first. */
interface Alphabet {
  readonly encoding: Encoding;
  readonly language: string;
  readonly letters: string;
  /** No word of three letters or more is without one of them. */
  readonly vowels?: RegExp;
}

const ALPHABETS: readonly Alphabet[] = [
  ...(['windows-1251', 'koi8-r', 'ibm866'] as const).map((encoding) => ({
    encoding,
    language: 'Cyrillic',
    letters: 'оеаинтсрвлкмдпуяыьгзбчйхіїжшюєцщэфёъґ',
    vowels: /[оеаиуяыіїюєэё]/u,
  })),
  {
    encoding: 'windows-1253',
    language: 'Greek',
    letters: 'ατοιεσνηυρπκμλςάίόγέήωδχθφύβώξζψϊϋ',
    vowels: /[αεηιουωάέήίόύώϊϋ]/u,
  },
  { encoding: 'windows-1255', language: 'Hebrew', letters: 'יוהלראתבשמםנדחקעפכטגןסזץצףך' },
  { encoding: 'windows-1256', language: 'Arabic', letters: 'المينوتربةعدسفهكقحجأشطصىخإذزثضءئغظؤآ' },
  { encoding: 'windows-874', language: 'Thai', letters: 'านรอกเ่งม้ยลวดัีทสตะปบคิหแจพชขใไโ์ุูึืผซถศธภณำ็ฟษญฐฉ๊ฝฎฏ' },
];
/** What the letters of a text are worth where they are those of its alphabet, one with another. */
const FITS = -3.9;
/** How much better than the next one an alphabet has to fit, all letters together. */
const CLEARLY = 1;
/** A letter that hardly a text has, a capital behind a small one, and a word without a vowel. */
const [UNUSUAL, WRONG_CASE, NO_VOWEL] = [-7, -3, -3];
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

/** The second most frequent letter is half as frequent as the first, and so on, near enough to tell alphabets (Zipf). */
const worthOf = (letters: string, letter: string): number => {
  const rank = letters.indexOf(letter);
  return rank < 0 ? UNUSUAL : -Math.log(rank + 3) - 0.9;
};

function fitOf(bytes: Uint8Array, { encoding, letters, vowels }: Alphabet) {
  const text = decodes(bytes, encoding) ?? '';
  const found = text.toLowerCase().match(/[^\0-\x7f]/gu) ?? [];
  const words = vowels ? (text.toLowerCase().match(/[^\0-\x7f]{3,}/gu) ?? []) : [];
  const unspoken = words.filter((word) => !vowels?.test(word)).length;
  const wrong = timesIn(text, /\p{Ll}\p{Lu}/gu) * WRONG_CASE + unspoken * NO_VOWEL;
  const worth = text === '' ? UNUSUAL * bytes.length : found.reduce((sum, each) => sum + worthOf(letters, each), wrong);
  const usual = found.filter((each) => letters.includes(each)).length;
  return { worth, mean: worth / Math.max(1, found.length), share: usual / Math.max(1, found.length) };
}

function likelyAlphabet(bytes: Uint8Array): LikelyEncoding | null {
  const { letters, share } = inWords(bytes);
  if (letters < FEWEST_LETTERS || share < IN_WORDS) return null;
  const [best, next] = ALPHABETS.map((each) => ({ ...each, ...fitOf(bytes, each) })).sort((a, b) => b.worth - a.worth);
  if (!best || !next || best.mean < FITS || best.worth - next.worth < CLEARLY) return null;
  return found(best.encoding, best.language, best.share);
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
    isShownBy: (text) => timesIn(text, /\p{L}[¹³¿]\p{Ll}/gu) >= 2,
  },
  {
    encoding: 'windows-1250',
    language: 'Czech',
    isShownBy: (text) => /ø/iu.test(text) && /ì/iu.test(text) && timesIn(text, /[øì]/giu) >= 3 && /[èùž]/iu.test(text),
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
      timesIn(text, /ý/giu) >= 2 &&
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

/** Capitals behind small letters and signs between letters, which a text read in the wrong encoding is full of. */
const NO_WORD = /(?<=\p{Ll})[ŠŒŽŸÀ-ÖØ-Þ]|(?<=\p{L})[^\p{L}\p{N}\p{Pd}‘’“”\s\0-\x7f…€](?=\p{L})|[\x80-\x9f]/gu;
const MAC_LETTERS = /^[ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûüßÆØæøŒœÀÃÕÁÂÊËÈÍÎÏÌÓÔÒÚÛÙ]$/u;

/** Accents of Western Europe as Excel on a Mac wrote them. */
function likelyMac(bytes: Uint8Array): LikelyEncoding | null {
  const mac = new TextDecoder('macintosh').decode(bytes);
  const letters = mac.match(/[^\0-\x7f]/gu) ?? [];
  if (!letters.every((letter) => MAC_LETTERS.test(letter)) || timesIn(mac, NO_WORD) > 0) return null;
  if (timesIn(new TextDecoder('windows-1252').decode(bytes), NO_WORD) < 2) return null;
  return { encoding: 'macintosh', reason: 'its accents make words as old Macs wrote them' };
}
