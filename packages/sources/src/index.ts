export {
  isBooleanWord,
  parseBoolean,
  parseWholeNumber,
  readNumber,
} from './columns/cell.ts';
export { type ColumnGuess, guessColumns, SAMPLE_VALUES } from './columns/guess.ts';
export { type ColumnMatch, displayNameOf, fieldNameOf, fieldNamesOf, matchColumns } from './columns/match.ts';
export { DELIMITERS, type Delimiter, detectDelimiter } from './csv/dialect.ts';
export { type DetectedEncoding, detectEncoding, ENCODINGS, type Encoding } from './csv/encoding.ts';
export { columnNames } from './csv/header.ts';
export { type CsvChoice, type CsvPreview, PREVIEW_ROWS, previewCsv } from './csv/preview.ts';
export { type SplitRows, splitRows } from './csv/split.ts';
export { DATE_FORMATS, type DateFormat, detectDateFormat, type FoundFormat, parseDate } from './dates/date-format.ts';
