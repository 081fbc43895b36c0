export { sepLine } from '../csv/dialect.ts';
export { chosenEncoding } from '../csv/preview.ts';
export { FileRefused, refuseBinary } from '../refusal.ts';
export { ByteRoom } from './byte-room.ts';
export { ByteWindow } from './byte-window.ts';
export { csvText, quotedText } from './cell-bytes.ts';
export { CellForms } from './cell-forms.ts';
export { csvTable } from './csv-table.ts';
export {
  type Connect,
  type Database,
  type DatabaseColumn,
  type DatabaseFault,
  DatabaseRefused,
  LAST_ROWS,
  type Position,
  type QueryLimits,
  type QuerySample,
  type ReadTable,
  type TableBlock,
  type TableReader,
} from './db/database.ts';
export { type DatabaseProvider, openDatabase } from './db/open.ts';
export { gunzipped, handleSource, openFile, openUpload, type Upload } from './files/open-upload.ts';
export { NormalRows } from './normal-rows.ts';
export { Pauses } from './pauses.ts';
export {
  PlatformClient,
  type PlatformFault,
  PlatformRefused,
  type PlatformSettings,
} from './platform/platform-client.ts';
export { readPlatform } from './platform/platform-rows.ts';
export {
  type PlatformField,
  type PlatformTemplate,
  platformFields,
  platformTemplates,
} from './platform/platform-templates.ts';
export { type PlacedSettings, pagingPlaceFaults } from './rest/cursor-place.ts';
export { plainRequest, RestRefused, sendSigned } from './rest/rest-client.ts';
export { restLines } from './rest/rest-pages.ts';
export { patiently, refusalText } from './rest/rest-patience.ts';
export type { RestReply, RestRequest, RestSettings, SendRest } from './rest/rest-settings.ts';
export { RowBlocks, type ScanSink } from './row-blocks.ts';
export { LONG_LINE, ROW_LIMIT, RowScanner } from './row-scanner.ts';
export { type ScanOptions, scanCsv } from './scan.ts';
export type { ScanHeader, ScanResult, ShortRows, StructuralReject } from './scan-result.ts';
export { MOST_SET_ASIDE, SetAsideRows, tooManySetAside } from './set-aside-rows.ts';
export { toldCells } from './told-rows.ts';
