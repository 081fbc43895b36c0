import type { SourceBytes } from '@datasarana/engine';
import { ActionLines, type ReadAction } from './action-lines.ts';
import type { Action, BulkCall } from './bulk-action.ts';
import { bodyParts, Lines } from './lines.ts';
import { documentNotUtf8, emptyDocument, illegal, notUtf8 } from './refusals.ts';

/** Actions of a piece of a bulk that are stored together: enough to be fast, few enough to keep memory flat. */
const PIECE = 20_000;
const PIECE_BYTES = 8 * 1024 * 1024;

/** An action with its document; one that is not there, or whose bytes are no text, is refused alone. */
function withDocument({ line, id }: ReadAction, source: string | SourceBytes, isForeign: boolean): Action {
  const action = line.with(source, id);
  if (source === '') return { ...action, fault: emptyDocument() };
  return isForeign ? { ...action, fault: documentNotUtf8() } : action;
}

/** Reads the lines of a bulk as actions, in pieces. */
export async function* pieces(call: BulkCall): AsyncGenerator<readonly Action[]> {
  const actions = new ActionLines(call);
  let piece: Action[] = [];
  let bytes = 0;
  let place = 0;
  let waiting: ReadAction | null = null;
  for await (const part of bodyParts(call.stream())) {
    for (const lines = new Lines(part); lines.next(waiting !== null); ) {
      const { from, to, source, isForeign } = lines;
      if (source === '' && waiting === null) continue;
      place++;
      if (waiting === null) {
        if (isForeign) throw notUtf8();
        const action = actions.read(part, from, to, place);
        if (action.line.kind !== 'delete') {
          waiting = action;
          continue;
        }
        piece.push(action.line.with('', action.id));
      } else {
        piece.push(withDocument(waiting, source, isForeign));
        waiting = null;
        bytes += to - from;
      }
      if (piece.length >= PIECE || bytes >= PIECE_BYTES) {
        yield piece;
        piece = [];
        bytes = 0;
      }
    }
  }
  if (waiting !== null) {
    const behind = `the action on line [${place}] has no document behind it`;
    throw illegal(`The bulk request must be terminated by a newline [\\n]: ${behind}`);
  }
  if (piece.length > 0) yield piece;
}
