export {
  type Application,
  type ApplicationOptions,
  addressOfError,
  type BootEvent,
  type Context,
  createApplication,
  type Messaging,
} from './application.ts';
export type {
  Batch,
  BatchAnswer,
  BatchEvent,
  BatchFile,
  DryRunLook,
  LedgerError,
  MendingConflict,
  MendingOutcome,
  RawRow,
  RejectCause,
  RejectedRow,
  ShortRows,
  UndoOutcome,
} from './batch-types.ts';
export { CallFailure, isFailure, isUnanswered } from './call-failure.ts';
export {
  type Answer,
  type CallAuthority,
  type CallOptions,
  Client,
  type ClientOptions,
  type QueryValues,
} from './client.ts';
export { type AppConfig, ConfigurationMissing, loadConfig, parseConfig } from './config.ts';
export type { Connection } from './connection.ts';
export type {
  AggregationAnswer,
  AllowedAddresses,
  ApiToken,
  BucketAnswer,
  DataOf,
  DataState,
  EndpointData,
  HitAnswer,
  LiveSession,
  ParamsOf,
  Rec,
  RestReply,
  SearchAnswer,
  SharingAnswer,
} from './endpoint-types.ts';
export { Graph } from './graph.ts';
export { type ConsoleListener, followConsole } from './ingestor/ingestor-console.ts';
export { IngestorLink } from './ingestor/ingestor-link.ts';
export { LiveChanges } from './live-changes.ts';
export { type RecordConflict, type Side, valueAt } from './records/conflict.ts';
export { DataRecordSource, type DataTemplate } from './records/data-record-source.ts';
export { endpointsOfKind, type KindEndpoints } from './records/kind-endpoints.ts';
export { LiveRecord, type RecordState, type SaveOptions } from './records/live-record.ts';
export { ownUserSource } from './records/own-user-source.ts';
export {
  kindSource,
  type RecordSchema,
  type RecordSource,
  type StoredValues,
  type Values,
} from './records/record-source.ts';
export { countRecords, type ListSearch, searchRecords } from './records/search-records.ts';
export { objectFromServer } from './records/server-object.ts';
export { type SaveMode, templateSource } from './records/template-source.ts';
export { newRequestId } from './request-id.ts';
export { type SessionOptions, SessionStore } from './session/session.ts';
export type { Session, SessionState, SessionUser } from './session/state.ts';
export { browserStorage, type KeptValue, memoryStorage, type SessionStorage } from './session/storage.ts';
export { decodeToken, isExpired } from './session/token.ts';
export type { SourceSchedule } from './source-types.ts';
export type { ArchiveObject } from './template-types.ts';
export { systemTimers, type Timers } from './timers.ts';
export { type UploadOptions, upload } from './upload.ts';
