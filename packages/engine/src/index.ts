export { Engine, type EngineOptions } from './engine.ts';
export type { FieldDefinition, FieldType, IndexDefinition } from './index/definition.ts';
export type { IndexStats } from './index/stats.ts';
export { SYSTEM_FIELDS } from './index/system-fields.ts';
export type {
  BatchInput,
  BatchProgress,
  BatchRows,
  ComingRows,
  CsvShape,
  Ledger,
  LineMap,
  RejectedCell,
  RejectedRow,
  StructuralReject,
} from './load/batch.ts';
export type { DocumentWritten, PutOptions, StoredDocument } from './load/documents.ts';
export type { EarlyLoad } from './load/early-load.ts';
export { LISTED_ERRORS, type Page } from './load/ledgers.ts';
export { type ValidatedDocument, validateDocument } from './load/validate.ts';
export type { AggregationResult, Hit, Hits, SearchResponse, SortValue } from './search/response.ts';
export type { Limits } from './store/interruptible.ts';
export type { TenantIndexes } from './tenant.ts';
