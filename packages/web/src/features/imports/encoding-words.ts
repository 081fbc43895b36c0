import { ENCODINGS, type Encoding } from '@datasarana/sources';

const WORDS: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  latin1: 'Latin-1 (Windows-1252)',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  'windows-1257': 'Baltic (Windows-1257)',
  'windows-1258': 'Vietnamese (Windows-1258)',
  'windows-874': 'Thai (Windows-874)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  'koi8-u': 'Ukrainian (KOI8-U)',
  ibm437: 'DOS of America (437)',
  ibm850: 'Western European of DOS (850)',
  ibm852: 'Central European of DOS (852)',
  ibm866: 'Cyrillic of DOS (866)',
  macintosh: 'Mac Roman',
  shift_jis: 'Japanese (Shift-JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  gb18030: 'Chinese (GBK, GB18030)',
  big5: 'Chinese (Big5)',
  'euc-kr': 'Korean (EUC-KR)',
};

export const encodingWord = (encoding: Encoding): string => WORDS[encoding];

export const ENCODING_OPTIONS = ENCODINGS.map((value) => ({ value, label: WORDS[value] }));
