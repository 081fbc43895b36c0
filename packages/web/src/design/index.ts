export { DetailDrawer } from './detail-drawer.tsx';
export { type ConfirmRequest, dialogs, type PromptRequest } from './dialogs.tsx';
export { type LedgerCounts, type LedgerPart, LedgerStrip } from './ledger-strip.tsx';
export { Initials, KeyHint, StateBadge, StateDot, type Tone, templateState } from './marks.tsx';
export { type Notice, type NoticeTone, notify, notifyFailure } from './notify.tsx';
export { overlay } from './overlay.tsx';
export { type Crumb, Page, PageHeader } from './page.tsx';
export { Panel, Spacer, Toolbar } from './panel.tsx';
export { EmptyState, ErrorState, LoadingBlock, LoadingRows, NoMatch, NotAuthorised } from './states.tsx';
