export { DELIMITERS, type Delimiter, detectDelimiter } from './csv/dialect.ts';
export { type DetectedEncoding, detectEncoding, ENCODINGS, type Encoding } from './csv/encoding.ts';
export { columnNames } from './csv/header.ts';
export { type CsvChoice, type CsvPreview, PREVIEW_ROWS, previewCsv } from './csv/preview.ts';
export { type SplitRows, splitRows } from './csv/split.ts';
