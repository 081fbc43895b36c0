export { CodeBlock } from './code-block.tsx';
export { CopyText } from './copy-text.tsx';
export { DataTable } from './data-table.tsx';
export { DetailDrawer } from './detail-drawer.tsx';
export { DialogFoot } from './dialog-foot.tsx';
export { type ConfirmRequest, dialogs, type PromptRequest } from './dialogs.tsx';
export { ExplainedButton, type ExplainedButtonProps, type Reason } from './explained-button.tsx';
export { FaultList } from './fault-list.tsx';
export { type LedgerPart, LedgerStrip } from './ledger-strip.tsx';
export { Initials, KeyHint, StateBadge, StateDot } from './marks.tsx';
export { type Notice, type NoticeTone, notify, notifyFailure, notifyUnlessAtFields } from './notify.tsx';
export { OfferedText, type OfferedTextProps, type OfferedTo } from './offered-text.tsx';
export { Ghost, GhostActions, GhostBadge, ListOutline, Outline } from './outline.tsx';
export { overlay } from './overlay-state.ts';
export { type Crumb, Page, PageHeader, StateScreen } from './page.tsx';
export { Panel, Spacer, Toolbar } from './panel.tsx';
export { SearchBox } from './search-box.tsx';
export { SearchSelect } from './search-select.tsx';
export {
  EmptyState,
  ErrorState,
  isWithoutIndex,
  LoadingBlock,
  LoadingRows,
  Missing,
  NoMatch,
  NotAuthorised,
} from './states.tsx';
export type { Column, DataTableProps, Paging, RowAction, Sort } from './table-props.ts';
export { Toggle } from './toggle.tsx';
export { healthTone, type Tone, templateState } from './tones.ts';
