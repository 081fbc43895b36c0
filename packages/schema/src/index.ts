export * from './codes.ts';
export type * from './endpoint.ts';
export { isWrite } from './endpoint.ts';
export { ENDPOINTS, type EndpointId, type EndpointRow, endpointById } from './endpoints/index.ts';
export { csvCell, csvRow, harmlessText, withoutApostrophe } from './formats/csv.ts';
export {
  formatExportDate,
  formatFormDate,
  formatHistogramDate,
  formatListDate,
  formatLongDate,
  NO_VALUE,
} from './formats/date.ts';
export { formatBytes, formatCount, formatShort, needsPower, shorten } from './formats/number.ts';
export { isRawNumber, rawNumber } from './formats/raw-number.ts';
export { formatPoint, formatValue, MASKED } from './formats/value.ts';
export { parseWhole } from './formats/whole-numbers.ts';
export { wildcard } from './formats/wildcard.ts';
export * from './limits.ts';
export { type FieldMapping, fieldMappings, keyFields } from './mapping.ts';
export * from './permissions.ts';
export * from './platform-error.ts';
export { PLATFORM_HEADER, platformName } from './platform-name.ts';
export { dataQuery, dataTemplate, ingestorTask, PLATFORM_SCHEMAS, visualView } from './platform-schemas/index.ts';
export { decodeArray, decodeDate, decodeRecord, encodeDate, isTimestamp } from './records/codecs.ts';
export { isBlank, isEmpty, isGiven } from './records/empty.ts';
export { nameFault } from './records/name-fault.ts';
export { newId, newRecord, stampEmbedded, stampRecord, timeOfId } from './records/new-record.ts';
export {
  canonicalStatus,
  INVITE_LIFE,
  INVITE_STATUSES,
  isStatus,
  mayChangeStatus,
  RECORD_STATUSES,
  type RecordStatus,
  statusFault,
  statusRefused,
} from './records/status.ts';
export {
  type FieldErrors,
  labelOf,
  MAX_VALUE_BYTES,
  type ValidationOptions,
  validateItems,
  validateRecord,
  withoutLabel,
} from './records/validate.ts';
export {
  CONSOLE_UNPAIRED,
  type ConsoleFrame,
  type IngestorHost,
  type IngestorInput,
  type IngestorLook,
  type IngestorServices,
  type IngestorSource,
  type IngestorState,
  type IngestorTask,
  type IngestorTrouble,
  type LocalConfig,
} from './replies/local-service.ts';
export type { Rebuild, RebuildComparison } from './replies/rebuild.ts';
export { addRowCounts, NO_ROWS, type RowCounts } from './row-counts.ts';
export type * from './schema.ts';
export { isBundledSchema, schemaOfKind } from './schema-of-kind.ts';
export { parseSchema } from './schema-text.ts';
export { BUNDLED_SCHEMAS, SYSTEM_SCHEMAS } from './system-schemas/index.ts';
export { SYSTEM_SCHEMA_NAMES } from './system-schemas/names.ts';
export {
  CLASSIFICATIONS,
  type Classification,
  configFault,
  isArchived,
  isReplayable,
  isSearched,
  storageFaults,
  TEMPLATE_CONFIG,
  TEMPLATE_CONFIG_CHOICES,
} from './template/config.ts';
export { fieldNameFault, newFieldName } from './template/field-name.ts';
export {
  ANALYSERS,
  fieldFaults,
  isEditableField,
  isQueryableField,
  isShapeField,
  type NewField,
  newTemplateField,
  POST_TYPES,
  type PostType,
  SYSTEM_FIELD_NAMES,
  systemFields,
  type TemplateField,
} from './template/fields.ts';
export { DEFAULT_AGGREGATIONS, DEFAULT_VISUALS } from './template/first-view.ts';
export type { TokenClaims } from './token-claims.ts';
export * from './value-type.ts';
export { checkBinary, checkPoint, checkWhole, isStorableText, MUST_BE_TEXT } from './value-types/checks.ts';
export { type GeoPoint, parseGeoPoint } from './value-types/geo-point.ts';
export { shapeFault } from './value-types/geo-shape.ts';
export {
  type FormControl,
  isNumberType,
  isValueType,
  type MappingType,
  mappingType,
  parseValueType,
  VALUE_TYPES,
  type ValueFamily,
  type ValueTypeRow,
  valueTypeRow,
} from './value-types/table.ts';
