export type { IndexComparison } from './archive/compare.ts';
export type { IndexArchive } from './archive/index-archive.ts';
export { ARCHIVE_START, type ArchivedStates, type ArchivePosition } from './archive/write-archive.ts';
export { type AliasBody, type AliasChange, readAlias } from './documents/aliases.ts';
export { analyserIn, analysisOf } from './documents/analysis.ts';
export { blocksOf, refuseBlocked } from './documents/blocks.ts';
export type { DataStream } from './documents/data-streams.ts';
export { backingName, timestampFieldOf } from './documents/data-streams.ts';
export { dateMathName } from './documents/date-math.ts';
export type { DocumentIndexes, NewIndexOptions } from './documents/document-indexes.ts';
export { DocumentLines } from './documents/document-lines.ts';
export { fitsPattern, patternTest, type ResolveOptions, takesAway } from './documents/expression.ts';
export type { FoundDocument } from './documents/found-document.ts';
export { checkIndexName } from './documents/index-name.ts';
export { AddedDocuments } from './documents/index-write.ts';
export { refuseUnknownSettings, unknownSetting } from './documents/known-settings.ts';
export { mappingAt, searchedMapping } from './documents/mapping.ts';
export { refuseBeyondLimits } from './documents/mapping-limits.ts';
export type { NameKind } from './documents/names.ts';
export {
  PRIMARY_TERM,
  type WriteConditions,
  type WriteOperation,
  type WriteRefused,
  type WriteResult,
} from './documents/operation.ts';
export { printField, printMapping, printWithDefaults } from './documents/print-mapping.ts';
export { readMapping } from './documents/read-mapping.ts';
export {
  documentMissing,
  type IndexRef,
  indexClosed,
  indexExists,
  invalidAlias,
  noSuchIndex,
  routingMissing,
  unreadableFilter,
  versionConflict,
} from './documents/refusal.ts';
export { shardOf } from './documents/routing.ts';
export { isRoutingRequired } from './documents/routing-rule.ts';
export { flatSettings, nestedSettings, refuseTemplateSettings } from './documents/settings.ts';
export { SourceBytes } from './documents/source-bytes.ts';
export { isSourceEnabled } from './documents/source-rule.ts';
export { SourceText } from './documents/source-text.ts';
export type { StoredInfo } from './documents/stored-info.ts';
export { aliasesFor, composedTemplate, indexTemplateFor, templateGiving } from './documents/templates.ts';
export { Engine, type EngineOptions } from './engine.ts';
export { type ParquetColumn, writeParquet } from './export/parquet.ts';
export { sumOfActivity } from './index/activity.ts';
export type { FieldDefinition, FieldType, IndexDefinition } from './index/definition.ts';
export type { IndexStats } from './index/stats.ts';
export { SYSTEM_FIELDS } from './index/system-fields.ts';
export type {
  BatchInput,
  BatchProgress,
  BatchRows,
  ComingRows,
  CountedFile,
  CsvShape,
  DryRunLook,
  DuplicateGroup,
  KeptField,
  Ledger,
  RejectCause,
  RejectedCell,
  RejectedRow,
  ReplacedPair,
  StructuralReject,
} from './load/batch.ts';
export type { DocumentWritten, PutOptions, StoredDocument } from './load/documents.ts';
export type { EarlierState, WantedStates } from './load/earlier-states.ts';
export { type EarlyLoad, ROWS_TOGETHER } from './load/early-load.ts';
export { LISTED_ERRORS, type Page } from './load/ledgers.ts';
export type { RejectFilter, Replay } from './load/rejects.ts';
export type { LaterEdit, Undo, UndoInput } from './load/undo.ts';
export { type ValidatedDocument, validateDocument } from './load/validate.ts';
export { withTypedKeys } from './search/aggregations/result-type.ts';
export { valuesAt } from './search/fetch/values-at.ts';
export { pageBehind, pagedOrder, valuesAsAsked } from './search/paged-order.ts';
export type { AggregationResult, Hit, Hits, SearchResponse, SortValue } from './search/response.ts';
export type { Snapshot } from './search/snapshot.ts';
export { type AskedWords, type FieldStatistics, tfIdf } from './search/term-statistics.ts';
export { editDistance } from './search/text/edit-distance.ts';
export { LONGEST_BEGINNING, type TypedPart, typedPart } from './search/typed-part.ts';
export { Breath } from './store/breath.ts';
export type { Limits } from './store/interruptible.ts';
export { turnOfWrite } from './store/short-first.ts';
export type { SearchTurns } from './store/turns.ts';
export type { TenantIndexes } from './tenant.ts';
