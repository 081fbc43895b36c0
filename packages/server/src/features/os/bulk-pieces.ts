import { DocumentLines, type SourceBytes } from '@datasarana/engine';
import { ActionLines, type ReadAction } from './action-lines.ts';
import type { Action, BulkCall } from './bulk-action.ts';
import { bodyParts, Lines } from './lines.ts';
import { documentNotUtf8, emptyDocument, illegal, notUtf8 } from './refusals.ts';

/** Actions of a bulk that are stored together, at most. */
const MOST = 20_000;
/** Documents that are worth a transaction of their own among other actions. */
const LEAST_RUN = 1000;

/** An action with its document; one that is not there, or whose bytes are no text, is refused alone. */
function withDocument({ line, id }: ReadAction, source: string | SourceBytes, isForeign: boolean): Action {
  const action = line.with(source, id);
  if (source === '') return { ...action, fault: emptyDocument() };
  return isForeign ? { ...action, fault: documentNotUtf8() } : action;
}

/** New documents one behind the other, of which actions say the same and no id. */
export class ActionRun {
  readonly read: ReadAction;
  /** The action of the first. */
  readonly first: Action;
  readonly lines: DocumentLines;

  constructor(read: ReadAction, first: Action, part: Buffer) {
    this.read = read;
    this.first = first;
    this.lines = new DocumentLines(part);
  }

  /** The same documents as actions of their own. */
  get actions(): readonly Action[] {
    return Array.from({ length: this.lines.count }, (_, place) => this.read.line.with(this.lines.source(place), null));
  }
}

/** What of a bulk is stored together. */
export type Piece = ActionRun | readonly Action[];

/** Whether nothing is said of a new document but where it goes. */
const isBare = ({ operation }: Action): boolean =>
  (operation.kind === 'index' || operation.kind === 'create') &&
  operation.id === null &&
  operation.routing === undefined &&
  operation.version === undefined &&
  operation.ifSeqNo === undefined;

/** What is read and not yet stored, so that a line that refuses the bulk refuses all of it. */
class ComingPieces {
  #ended: Piece[] = [];
  #actions: Action[] = [];
  #run: ActionRun | null = null;
  /** What the last of the actions was read from, when it is one that gives a document no id. */
  #lastRead: ReadAction | null = null;
  #lastPart: Buffer | null = null;
  #lastFrom = 0;
  #lastTo = 0;
  #count = 0;

  get areMany(): boolean {
    return this.#count >= MOST;
  }

  add(action: Action): void {
    this.#endRun(LEAST_RUN);
    this.#lastRead = null;
    this.#actions.push(action);
    this.#count++;
  }

  /** An action with the document a line is. */
  addDocument(read: ReadAction, part: Buffer, line: Lines): void {
    const isPlain = read.id === null && line.isObject;
    const run = isPlain ? this.#runFor(read, part) : null;
    if (run !== null) {
      run.lines.add(line.from, line.to);
      this.#count++;
      return;
    }
    this.add(withDocument(read, line.source, line.isForeign));
    if (isPlain) [this.#lastRead, this.#lastPart, this.#lastFrom, this.#lastTo] = [read, part, line.from, line.to];
  }

  /** The run a document belongs to, which begins with the one before where that says the same; null where there is none. */
  #runFor(read: ReadAction, part: Buffer): ActionRun | null {
    if (this.#run?.read === read && this.#run.lines.bytes === part) return this.#run;
    const first = this.#actions.at(-1);
    if (this.#lastRead !== read || this.#lastPart !== part || first === undefined || !isBare(first)) return null;
    this.#actions.pop();
    this.#run = new ActionRun(read, first, part);
    this.#run.lines.add(this.#lastFrom, this.#lastTo);
    return this.#run;
  }

  /** Ends the run; one of fewer documents than `least` is taken as actions. */
  #endRun(least: number): void {
    const run = this.#run;
    this.#run = null;
    if (run === null) return;
    if (run.lines.count >= least) {
      this.#endActions();
      this.#ended.push(run);
    } else {
      for (const action of run.actions) this.#actions.push(action);
    }
  }

  #endActions(): void {
    if (this.#actions.length === 0) return;
    this.#ended.push(this.#actions);
    this.#actions = [];
  }

  /** All that was read, which is to be stored now. */
  take(): readonly Piece[] {
    this.#endRun(this.#actions.length === 0 ? 0 : LEAST_RUN);
    this.#endActions();
    const taken = this.#ended;
    [this.#ended, this.#count] = [[], 0];
    return taken;
  }
}

/** Reads the lines of a bulk as actions, in pieces. */
export async function* pieces(call: BulkCall): AsyncGenerator<Piece> {
  const actions = new ActionLines(call);
  const coming = new ComingPieces();
  let place = 0;
  let waiting: ReadAction | null = null;
  for await (const { bytes: part, isFull } of bodyParts(call.stream())) {
    for (const lines = new Lines(part); lines.next(waiting !== null); ) {
      if (waiting === null && lines.isBlank) continue;
      place++;
      if (waiting === null) {
        if (lines.isForeign) throw notUtf8();
        const action = actions.read(part, lines.from, lines.to, place);
        if (action.line.kind === 'delete') coming.add(action.line.with('', action.id));
        else waiting = action;
      } else {
        coming.addDocument(waiting, part, lines);
        waiting = null;
      }
      if (coming.areMany) yield* coming.take();
    }
    if (isFull) yield* coming.take();
  }
  if (waiting !== null) {
    const behind = `the action on line [${place}] has no document behind it`;
    throw illegal(`The bulk request must be terminated by a newline [\\n]: ${behind}`);
  }
  yield* coming.take();
}
