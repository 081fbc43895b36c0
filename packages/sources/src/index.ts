export { type CellForm, commonForms } from './cell-form.ts';
export {
  BOOLEAN_WORDS,
  isBooleanWord,
  parseBoolean,
  parseWholeNumber,
  readNumber,
} from './columns/cell.ts';
export type { ColumnGuess } from './columns/column-guess.ts';
export { guessColumns, SAMPLE_VALUES } from './columns/guess.ts';
export { type ColumnMatch, displayNameOf, fieldNameOf, fieldNamesOf, matchColumns } from './columns/match.ts';
export { withMinusInFront } from './columns/sign.ts';
export { typeFault } from './columns/type-fault.ts';
export { DELIMITER_LIST, DELIMITERS, type Delimiter, delimiterOf, detectDelimiter } from './csv/dialect.ts';
export { type DetectedEncoding, decoderOf, detectEncoding, mayEndLetters } from './csv/encoding.ts';
export { ENCODINGS, type Encoding, encodingOfLabel } from './csv/encoding-names.ts';
export { ESCAPES, type Escape, type EscapeChoice, escapeOf } from './csv/escape.ts';
export { EscapedScanner } from './csv/escaped-scanner.ts';
export { columnNames, headerAt, NO_HEADER, placeNames } from './csv/header.ts';
export { type LeftOut, leftOutIn } from './csv/left-out.ts';
export { type CsvChoice, type CsvPreview, PREVIEW_ROWS, previewCsv } from './csv/preview.ts';
export { lineAt, type RowFinder } from './csv/row-finder.ts';
export { type Cutting, cuttingOf, unquotedRow } from './csv/row-in-quotes.ts';
export { type SplitRows, splitRows } from './csv/split.ts';
export { type Dialect, splitText } from './csv/split-text.ts';
export {
  DATE_FORMATS,
  type DateFormat,
  detectDateFormat,
  type FoundFormat,
  likelyDateFormat,
  parseDate,
} from './dates/date-format.ts';
export { type ByteSource, blobSource, HEAD_BYTES } from './files/byte-source.ts';
export { nameAmong, undated } from './files/dated-names.ts';
export { type Detected, detectFormat, FILE_FORMATS, type FileFormat } from './files/detect.ts';
export { FILE_COLUMNS, type FileColumn } from './files/file-columns.ts';
export { mediaTypeOf, PICTURE_TYPES } from './files/media-type.ts';
export {
  type FileChoice,
  type OpenedFile,
  openSource,
  tableOfFile,
  type XlsReader,
} from './files/open-source.ts';
export { peek } from './files/peek.ts';
export { type FilePreview, previewFile } from './files/preview-file.ts';
export { extensionOf, safeName } from './files/safe-name.ts';
export { memberFault } from './geo/coordinate-system.ts';
export { plainDegrees } from './geo/degrees.ts';
export { noShapeFault, shapeOfText, shapeTextFault } from './geo/shape-text.ts';
export { type DocumentBlock, type Documents, readDocuments } from './json/documents.ts';
export { parseExact } from './json/exact.ts';
export { parseDocument } from './json/extended-json.ts';
export { documentTable, flatten } from './json/flatten.ts';
export { featureId, type GeoJsonOrigin, geometryOf, isFeature, readFeatures } from './json/geojson.ts';
export { jsonFault } from './json/json-fault.ts';
export { LINE_LIMIT, linesIn, tooLong } from './json/lines.ts';
export { WHOLE_FILE } from './json/whole-file.ts';
export { type LineMap, lineOf, RowLines } from './rows/line-map.ts';
export type { Cell, RowBlock, RowReader, SetAside } from './rows/row-reader.ts';
export {
  type Choice,
  DATABASE_PROVIDERS,
  isSourceFormat,
  isSourceProvider,
  isSourceType,
  LISTED_PROVIDERS,
  REST_AUTHENTICATIONS,
  REST_BODIES,
  REST_RAW_BODIES,
  REST_VERBS,
  SOURCE_FORMATS,
  SOURCE_PICKER,
  SOURCE_PROVIDERS,
  SOURCE_TYPES,
  TASK_CHOICES,
} from './source/choices.ts';
export { DEFAULT_PORTS } from './source/default-ports.ts';
export type {
  DatabaseSettings,
  JsonFileSettings,
  Source,
  SourceColumn,
  SourceFormat,
  SourceProvider,
  SourceType,
  SpatialSettings,
  TableFileSettings,
} from './source/source.ts';
export { type SourceFaults, settingsBlock, sourceFaults } from './source/source-faults.ts';
export {
  applyTransforms,
  type CellTransform,
  compileTransforms,
  type RowCells,
  TransformTooLarge,
} from './transforms/apply.ts';
export { columnsReadBy } from './transforms/columns-read.ts';
export { type MapPairs, readMapPairs } from './transforms/map-pairs.ts';
export { previewTransforms, type TransformPreview, type TransformSample } from './transforms/preview.ts';
export type { Transform } from './transforms/transform.ts';
export { isTransform, transformFault } from './transforms/transform-fault.ts';
