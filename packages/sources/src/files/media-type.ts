type Rule = readonly [type: string, at: number, bytes: string];

/** First bytes of formats, in hexadecimal; two dots stand for any byte. */
const SIGNATURES: readonly Rule[] = [
  ['image/png', 0, '89504e470d0a1a0a'],
  ['image/jpeg', 0, 'ffd8ff'],
  ['image/gif', 0, '47494638'],
  ['image/webp', 0, '52494646........57454250'],
  ['image/bmp', 0, '424d........00000000'],
  ['image/tiff', 0, '49492a00'],
  ['image/tiff', 0, '4d4d002a'],
  ['image/heic', 4, '6674797068656963'],
  ['image/avif', 4, '6674797061766966'],
  ['application/pdf', 0, '255044462d'],
  ['application/gzip', 0, '1f8b'],
  ['application/x-bzip2', 0, '425a68'],
  ['application/x-xz', 0, 'fd377a585a00'],
  ['application/zstd', 0, '28b52ffd'],
  ['application/x-7z-compressed', 0, '377abcaf271c'],
  ['application/vnd.rar', 0, '526172211a07'],
  ['application/x-tar', 257, '7573746172'],
  ['application/vnd.sqlite3', 0, '53514c69746520666f726d6174203300'],
  ['application/vnd.apache.parquet', 0, '50415231'],
  ['application/x-ole-storage', 0, 'd0cf11e0a1b11ae1'],
  ['application/rtf', 0, '7b5c727466'],
  ['application/x-elf', 0, '7f454c46'],
  ['application/vnd.microsoft.portable-executable', 0, '4d5a'],
  ['application/wasm', 0, '0061736d'],
  ['audio/mpeg', 0, '494433'],
  ['audio/mpeg', 0, 'fffb'],
  ['audio/wav', 0, '52494646........57415645'],
  ['audio/flac', 0, '664c6143'],
  ['audio/ogg', 0, '4f676753'],
  ['video/x-msvideo', 0, '52494646........41564920'],
  ['video/mp4', 4, '66747970'],
  ['video/x-matroska', 0, '1a45dfa3'],
  ['font/woff2', 0, '774f4632'],
  ['font/woff', 0, '774f4646'],
  ['font/ttf', 0, '0001000000'],
  ['font/otf', 0, '4f54544f'],
];

function begins(head: Uint8Array, [, at, bytes]: Rule): boolean {
  for (let i = 0; i * 2 < bytes.length; i++) {
    const wanted = bytes.slice(i * 2, i * 2 + 2);
    if (wanted !== '..' && head[at + i] !== Number.parseInt(wanted, 16)) return false;
  }
  return true;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
/** What an archive is by the names inside it. */
const IN_ARCHIVES: readonly (readonly [RegExp, string])[] = [
  [/word\//, `${OFFICE}.wordprocessingml.document`],
  [/xl\//, `${OFFICE}.spreadsheetml.sheet`],
  [/ppt\//, `${OFFICE}.presentationml.presentation`],
  [/mimetypeapplication\/epub\+zip/, 'application/epub+zip'],
  [/mimetypeapplication\/vnd\.oasis\.opendocument\.text/, 'application/vnd.oasis.opendocument.text'],
  [/mimetypeapplication\/vnd\.oasis\.opendocument\.spreadsheet/, 'application/vnd.oasis.opendocument.spreadsheet'],
  [/META-INF\/MANIFEST\.MF/, 'application/java-archive'],
];

const latin = new TextDecoder('latin1');

function archiveType(head: Uint8Array): string {
  const names = latin.decode(head);
  return IN_ARCHIVES.find(([pattern]) => pattern.test(names))?.[1] ?? 'application/zip';
}

/** Text of the first bytes; null when they are no text. */
function textOf(head: Uint8Array): string | null {
  const wide =
    head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(wide, { fatal: true }).decode(head, { stream: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what tells text from bytes
    return /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text) ? null : text;
  } catch {
    return null;
  }
}

function textType(text: string): string {
  const start = text.trimStart().slice(0, 2000);
  if (/^(<!--[\s\S]*?-->\s*)*<!doctype html|^(<!--[\s\S]*?-->\s*)*<(html|head|body|script|iframe)[\s>]/i.test(start))
    return 'text/html';
  if (/<svg[\s>]/i.test(start) && start.startsWith('<')) return 'image/svg+xml';
  if (start.startsWith('<?xml')) return 'application/xml';
  if (/^[[{]\s*["[{\]}\dtfn-]/.test(start)) return 'application/json';
  return 'text/plain';
}

/** The media type of a file by its first bytes (64 KB are enough); what its name says does not count. */
export function mediaTypeOf(head: Uint8Array): string {
  if (head.length === 0) return 'application/x-empty';
  if (head[0] === 0x50 && head[1] === 0x4b && (head[2] === 3 || head[2] === 5)) return archiveType(head);
  const found = SIGNATURES.find((rule) => begins(head, rule));
  if (found) return found[0];
  const text = textOf(head);
  return text === null ? 'application/octet-stream' : textType(text);
}

/** Pictures a browser shows without running anything in them. */
export const PICTURE_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
