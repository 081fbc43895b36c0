/** Encodings a delimited file may come in, by the names of the WHATWG, and three code pages of DOS beside them. `latin1` is read as windows-1252, as browsers do. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'latin1',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'koi8-r',
  'koi8-u',
  'ibm437',
  'ibm850',
  'ibm852',
  'ibm866',
  'macintosh',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
] as const;
/** How the letters of a file are written. */
export type Encoding = (typeof ENCODINGS)[number];

const isEncoding = (text: string): text is Encoding => ENCODINGS.some((known) => known === text);

/** The encoding that a label stands for, as `cp1251` or `gbk`; null for one that is not read. */
export function encodingOfLabel(label: string): Encoding | null {
  const named = LABELS[label.toLowerCase()] ?? label;
  if (isEncoding(named)) return named;
  try {
    const { encoding } = new TextDecoder(named);
    if (encoding === 'windows-1252') return 'latin1';
    if (encoding === 'gbk') return 'gb18030';
    return isEncoding(encoding) ? encoding : null;
  } catch {
    return null;
  }
}

/** Labels that programs use and the WHATWG has not. */
const LABELS: Readonly<Record<string, string>> = {
  cp437: 'ibm437',
  cp850: 'ibm850',
  cp852: 'ibm852',
  cp932: 'shift_jis',
  cp936: 'gbk',
  cp949: 'euc-kr',
  cp950: 'big5',
};

/** What decoders call it. */
export const labelOf = (encoding: Encoding): string => (encoding === 'latin1' ? 'windows-1252' : encoding);
