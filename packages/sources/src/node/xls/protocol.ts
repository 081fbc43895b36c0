import type { RefusalRule } from '../../refusal.ts';
import type { RowBlock } from '../../rows/row-reader.ts';
import type { SheetChoice } from '../../xlsx/read-sheet.ts';

/** What the thread is given. */
export interface XlsTask {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly choice: SheetChoice;
}

/** What it tells: the head, then the blocks, then the end; or why the file is refused. */
export type XlsMessage =
  | { readonly type: 'head'; readonly columns: readonly string[]; readonly sheets: readonly string[] }
  | { readonly type: 'block'; readonly block: RowBlock }
  | { readonly type: 'end' }
  | { readonly type: 'refused'; readonly rule: RefusalRule; readonly message: string };
