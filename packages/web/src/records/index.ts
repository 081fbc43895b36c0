export { type Change, ChangeList } from './change-list.tsx';
export { ColumnChooser } from './column-chooser.tsx';
export type { ControlProps } from './control.ts';
export { Day } from './date-value.ts';
export { type ExportColumn, exportList, saveText } from './export-list.ts';
export {
  formatAgo,
  formatBytes,
  formatCount,
  formatFigure,
  formatFormDate,
  formatHistogramDate,
  formatListDate,
  formatLongDate,
  formatShort,
  formatTook,
} from './format.ts';
export { formatCell, formatValue } from './format-value.ts';
export { useKept } from './kept.ts';
export { changedColumn, nameColumn } from './list-columns.ts';
export { pageSizeOf } from './page-size.ts';
export { type RecordRow, recordColumns } from './record-columns.tsx';
export { RecordConflictPanel } from './record-conflict.tsx';
export { RecordActions, RecordEditor } from './record-editor.tsx';
export { RecordForm, type RecordValues } from './record-form.tsx';
export { sameDetail, useLeaveGuard } from './use-leave-guard.ts';
export { useListAddress } from './use-list-address.ts';
export { type LiveView, useLiveRecord } from './use-live-record.ts';
export { useRecordList } from './use-record-list.ts';
export { useSaveKey } from './use-save-key.ts';
export { ValueControl } from './value-control.tsx';
export { ValueIcon } from './value-icon.tsx';
export { itemLabel, lookOf, type ValueKind, valueKind, valueTypeName } from './value-kind.ts';
