import type { SourceBytes } from '@datasarana/engine';
import { type Action, actionOf, type BulkCall, type Kind, metaOf } from './bulk-action.ts';
import { isObject } from './call.ts';
import type { Body } from './json-object.ts';

/** What an action's line says. */
class ActionLine {
  readonly kind: Kind;
  readonly #meta: Body;
  readonly #call: BulkCall;
  #last: Action | null = null;

  constructor(line: string, place: number, call: BulkCall) {
    const { kind, meta } = metaOf(line, place);
    this.kind = kind;
    this.#meta = meta;
    this.#call = call;
  }

  /** The id the line gives its document, when it is a text. */
  get id(): string | null {
    return typeof this.#meta._id === 'string' ? this.#meta._id : null;
  }

  /** The action with the document of the next line; `id` when the line said another one. */
  with(source: string | SourceBytes, id: string | null = this.id): Action {
    const last = this.#last;
    if (last !== null && (last.operation.kind === 'index' || last.operation.kind === 'create')) {
      const operation = id === null ? { ...last.operation, source } : { ...last.operation, source, id };
      return { said: last.said, operation };
    }
    this.#last = actionOf(this.kind, id === this.id ? this.#meta : { ...this.#meta, _id: id }, source, this.#call);
    return this.#last;
  }
}

/** An action's line up to its id and behind it: lines that differ in nothing else need not be parsed. */
interface Frame {
  readonly line: ActionLine;
  readonly before: Uint8Array;
  readonly behind: Uint8Array;
}

const PROBE = '~probe~';

/** Null when the id does not stand in the line as it is, once. */
function frameOf(line: ActionLine, text: string): Frame | null {
  const { id } = line;
  if (id === null || line.kind === 'delete' || line.kind === 'update') return null;
  const [before, behind, ...more] = text.split(`"${id}"`);
  if (before === undefined || behind === undefined || more.length > 0) return null;
  // another place than that of the id would change something else
  const probed: unknown = JSON.parse(`${before}"${PROBE}"${behind}`);
  const meta: unknown = Object.values(Object(probed))[0];
  if (!isObject(meta) || meta._id !== PROBE) return null;
  return { line, before: Buffer.from(`${before}"`), behind: Buffer.from(`"${behind}`) };
}

const standsAt = (part: Uint8Array, at: number, bytes: Uint8Array): boolean => {
  for (let i = 0; i < bytes.length; i++) if (part[at + i] !== bytes[i]) return false;
  return true;
};

/** Printable ASCII without quotes and escapes. */
function isPlain(part: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const byte = part[i] ?? 0;
    if (byte < 32 || byte > 126 || byte === 34 || byte === 92) return false;
  }
  return true;
}

/** An action's line with the id it gives. */
export interface ReadAction {
  readonly line: ActionLine;
  readonly id: string | null;
}

/** Most action lines of a bulk say the same as the one before, or differ from it in the id alone. */
export class ActionLines {
  readonly #call: BulkCall;
  #bytes: Uint8Array = new Uint8Array();
  #read: ReadAction | null = null;
  #frame: Frame | null = null;

  constructor(call: BulkCall) {
    this.#call = call;
  }

  /** The action that the bytes of a part from `from` to `to` say. */
  read(part: Buffer, from: number, to: number, place: number): ReadAction {
    const { length } = this.#bytes;
    if (this.#read !== null && to - from === length && standsAt(part, from, this.#bytes)) return this.#read;
    const id = this.#framed(part, from, to);
    if (id !== null && this.#frame !== null) return { line: this.#frame.line, id };
    const text = part.toString('utf8', from, to).trim();
    const line = new ActionLine(text, place, this.#call);
    this.#bytes = part.subarray(from, to);
    this.#frame = frameOf(line, text);
    this.#read = { line, id: line.id };
    return this.#read;
  }

  /** The id of a line that differs from the last one that was parsed in nothing else. */
  #framed(part: Buffer, from: number, to: number): string | null {
    if (this.#frame === null) return null;
    const { before, behind } = this.#frame;
    const [start, end] = [from + before.length, to - behind.length];
    if (end <= start || !standsAt(part, from, before) || !standsAt(part, end, behind)) return null;
    return isPlain(part, start, end) ? part.toString('latin1', start, end) : null;
  }
}
