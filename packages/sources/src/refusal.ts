/** `geojson` is a file of JSON that is no FeatureCollection, `sheet` one without the sheet or rows that were asked for. */
export type RefusalRule =
  | 'empty'
  | 'binary'
  | 'header'
  | 'encoding'
  | 'damaged'
  | 'password'
  | 'bomb'
  | 'large'
  | 'geojson'
  | 'json'
  | 'sheet';

/** Why a whole file was refused; the message says what to do (ERR-29). */
export class FileRefused extends Error {
  readonly rule: RefusalRule;

  constructor(rule: RefusalRule, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FileRefused';
    this.rule = rule;
  }
}

/** First bytes of what people rename to .csv by mistake. */
const SIGNATURES: readonly (readonly [readonly number[], string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'an XLSX workbook or ZIP archive'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Excel (XLS) workbook'],
  [[0x1f, 0x8b], 'a gzip archive'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'a Zstandard archive'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF document'],
  [[0x89, 0x50, 0x4e, 0x47], 'a PNG picture'],
  [[0xff, 0xd8, 0xff], 'a JPEG picture'],
  [[0x50, 0x41, 0x52, 0x31], 'a Parquet file'],
  [[0x7f, 0x45, 0x4c, 0x46], 'a program'],
  [[0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], 'an SQLite database'],
  [[0x41, 0x52, 0x52, 0x4f, 0x57, 0x31], 'an Arrow (Feather) file'],
];

/** @throws FileRefused when the bytes are those of a known binary format, or mostly not text */
export function refuseBinary(sample: Uint8Array): void {
  for (const [signature, name] of SIGNATURES) {
    if (signature.every((b, i) => sample[i] === b)) {
      throw new FileRefused('binary', `The file is ${name}, not delimited text. Save it as CSV and send it again.`);
    }
  }
  const looked = sample.subarray(0, 64 * 1024);
  let control = 0;
  for (const b of looked) if (b < 0x09 || (b > 0x0d && b < 0x20 && b !== 0x1b)) control++;
  if (control > 8 && control > looked.length * 0.02) {
    throw new FileRefused('binary', 'The file is not text. Save it as CSV (UTF-8) and send it again.');
  }
}
