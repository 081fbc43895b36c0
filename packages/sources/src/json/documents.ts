import { isUtf8Prefix } from '../csv/utf8.ts';
import { peek } from '../files/peek.ts';
import { FileRefused } from '../refusal.ts';
import type { SetAside } from '../rows/row-reader.ts';
import { besideRows, valueAt } from './beside-rows.ts';
import { ElementScanner, type RawElement } from './element-scanner.ts';
import { parseDocument } from './extended-json.ts';
import { type Fields, isFields } from './fields.ts';
import { breaksOff, jsonFault } from './json-fault.ts';
import { keyedRows, membersAlike, membersOf } from './keyed-rows.ts';
import { NamedRows } from './named-rows.ts';
import { asList, isObject, isSequence } from './sequence.ts';
import { tableRows } from './table-rows.ts';
import { type RowsPlace, rowsIn } from './usual-lists.ts';
import { WHOLE_FILE } from './whole-file.ts';

/** Objects that came in together; `lines[i]` is the place of `documents[i]` in the file. */
export interface DocumentBlock {
  readonly documents: readonly Fields[];
  readonly lines: readonly number[];
  readonly setAside: readonly SetAside[];
  /** The document is one object, which was taken for a table by its columns, or by the numbers of its rows. */
  readonly isTable?: true;
  /** The document is one object, taken for one row, whose members may as well be rows: the path that says so. */
  readonly members?: string;
}

/** What formats of objects are read as, with flat memory: JSON, GeoJSON, this platform's own exports. */
export type Documents = AsyncIterable<DocumentBlock>;

const CUT_OFF = 'The file ends in the middle of this element: save or download the whole of it and send it again';
const NOT_READ = 'What stands behind it was not read: mend it and send the file again';
const RAW_KEPT = 64 * 1024;
/** A document that is one object is read whole up to this size. */
const SINGLE_LIMIT = 32 * 1024 * 1024;
const NO_LIST = 'The document has no list of objects in its first 32 MB. Say at which path its rows stand.';
const TOO_LARGE_BESIDE =
  'The document is larger than 32 MB, too large to take along what stands beside its rows. Send it without that.';
const TOO_LARGE = 'The document is larger than 32 MB, too large for one row. Say at which path its rows stand.';

/** Of one that names what stands below it, nothing. */
interface ReadElement {
  readonly document?: Fields;
  readonly setAside: readonly SetAside[];
}

/** Reads an element of a list of rows, or says why it is none. */
function readElement({ place, line, bytes, fault, cut }: RawElement, named: NamedRows): ReadElement {
  const whole = new TextDecoder().decode(bytes);
  const text = whole.trim();
  const isDamaged = text.includes('\uFFFD') && !isUtf8Prefix(bytes);
  const aside = (reason: string): ReadElement => ({
    setAside: [{ line: place, raw: text.slice(0, RAW_KEPT), rule: 'json', reason }],
  });
  if (fault !== undefined) return aside(fault);
  if (cut) return aside(cutFault(whole, line));
  if (isDamaged) return aside('The element is not UTF-8 text');
  try {
    const value = parseDocument(text);
    if (isFields(value)) return { document: value, setAside: named.refuseNames() };
    if (!Array.isArray(value)) return aside('The element is not a JSON object');
    const row = named.read(value, place, text.slice(0, RAW_KEPT));
    if (typeof row === 'string') return aside(row);
    return { ...(row.kind === 'row' && { document: row.fields }), setAside: [] };
  } catch (cause) {
    return aside(noJson(whole, cause, line));
  }
}

/** The file may end in an element because the end of that was not found. */
const cutFault = (text: string, line: number): string =>
  breaksOff(text) ? CUT_OFF : `${noJson(text, new SyntaxError(), line)}. ${NOT_READ}`;

const noJson = (text: string, cause: unknown, line: number): string =>
  `The element is not JSON: ${jsonFault(text, cause, line)}`;

export interface DocumentOptions {
  /** Where the list of rows stands, as `data.items`; empty or absent = found by itself; `.` = a document that is an object is one row; `users.*` = each member of that object is one. */
  readonly path?: string;
  /** What stands beside the list of rows, but for other lists, goes with each of them. */
  readonly beside?: boolean;
  /** Looks at what stands beside the rows, when they begin and when the file ends; throws to refuse the file. */
  readonly check?: (scalars: ReadonlyMap<string, string>, ended: boolean) => void;
}

/**
 * The objects of a JSON document: an array, or the array at a path; of lists of values below a list of names, each by its name. A broken one is set aside with its place and the rest
 * goes on. A document that is one object is one row, but for a table that stands in it by its columns.
 * @throws FileRefused when there is no list at the path
 */
export async function* readDocuments(
  whole: AsyncIterable<Uint8Array>,
  { path: chosen, beside, ...options }: DocumentOptions = {},
): AsyncGenerator<DocumentBlock> {
  if (chosen === WHOLE_FILE) {
    yield* readWhole(whole);
    return;
  }
  if (beside) {
    yield* readWithBeside(whole, { ...options, ...(chosen && { path: chosen }) });
    return;
  }
  const { check } = options;
  const { bytes, path, names } = await asItBegins(whole, chosen);
  const scanner = new ElementScanner(path ? path : null);
  const named = new NamedRows(names);
  let head: Uint8Array[] | null = [];
  let headBytes = 0;
  let checked = false;
  for await (const chunk of withoutMarkOf(bytes)) {
    const elements = scanner.push(chunk);
    if (scanner.found) head = null;
    else if (head) headBytes = keepHead(head, chunk, headBytes, path ? noListAt(path) : NO_LIST);
    if (scanner.found && !checked) {
      checked = true;
      check?.(scanner.scalars, false);
    }
    if (elements.length > 0) yield blockOf(elements, named);
  }
  const last = scanner.finish();
  check?.(scanner.scalars, true);
  if (last.length > 0) yield blockOf(last, named);
  if (!scanner.found) yield single(head ?? [], path);
}

/** What stands behind the rows goes with the first of them, too: the document is held for it. */
async function* readWithBeside(
  whole: AsyncIterable<Uint8Array>,
  options: DocumentOptions,
): AsyncGenerator<DocumentBlock> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of withoutMarkOf(whole)) size = keepHead(parts, chunk, size, TOO_LARGE_BESIDE);
  const { head } = await peek(each(parts));
  const fields = besideRows(textOf(parts), rowsIn(head, options.path));
  for await (const block of readDocuments(each(parts), options))
    yield { ...block, documents: block.documents.map((document) => ({ ...document, ...fields })) };
}

async function* each(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

/** A list and objects one behind another have no other rows than theirs. */
async function* readWhole(whole: AsyncIterable<Uint8Array>): AsyncGenerator<DocumentBlock> {
  const { head, rest } = await peek(whole);
  if (!isObject(head) || isSequence(head)) {
    yield* readDocuments(rest);
    return;
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of withoutMarkOf(rest)) size = keepHead(parts, chunk, size, TOO_LARGE);
  yield single(parts, WHOLE_FILE);
}

/** Objects one behind another as their list; else where the rows are, when another list of objects stands before them or names their values. */
async function asItBegins(
  whole: AsyncIterable<Uint8Array>,
  chosen: string | undefined,
): Promise<Pick<RowsPlace, 'path' | 'names'> & { readonly bytes: AsyncIterable<Uint8Array> }> {
  const { head, rest } = await peek(whole);
  if (!chosen && isSequence(head)) return { bytes: asList(withoutMarkOf(rest)) };
  return { ...rowsIn(head, chosen || undefined), bytes: rest };
}

async function* withoutMarkOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let first = true;
  for await (const chunk of bytes) {
    yield first ? withoutMark(chunk) : chunk;
    first = false;
  }
}

function keepHead(head: Uint8Array[], chunk: Uint8Array, kept: number, refusal: string): number {
  if (kept + chunk.length > SINGLE_LIMIT) throw new FileRefused('json', refusal);
  head.push(chunk.slice());
  return kept + chunk.length;
}

function textOf(parts: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return `${parts.map((part) => decoder.decode(part, { stream: true })).join('')}${decoder.decode()}`;
}

const noListAt = (path: string): string => `The document has no list at '${path}'.`;

/** The document as one row, or as the table it is by its columns; of one at a path the table alone. */
function single(head: readonly Uint8Array[], path: string | undefined): DocumentBlock {
  const text = textOf(head).trim();
  if (text === '') throw new FileRefused('empty', 'The file is empty.');
  let value: unknown;
  try {
    value = parseDocument(text);
  } catch (cause) {
    throw new FileRefused('json', `The file is not JSON: ${jsonFault(text, cause)}`, { cause });
  }
  const keyed = path ? membersOf(path) : null;
  if (path && keyed !== null) {
    const object = valueAt(value, keyed);
    if (!isFields(object)) throw new FileRefused('json', `The document has no object at '${keyed}'.`);
    return keyedRows(object);
  }
  if (path && path !== WHOLE_FILE) {
    const table = valueAt(value, path);
    const rows = isFields(table) ? tableRows(table) : null;
    if (!rows) throw new FileRefused('json', noListAt(path));
    return blockOfRows(rows);
  }
  if (Array.isArray(value)) return blockOfRows([]);
  if (!isFields(value)) throw new FileRefused('json', 'The document holds no object.');
  const rows = path === WHOLE_FILE ? null : tableRows(value);
  if (rows) return { ...blockOfRows(rows), isTable: true };
  const members = membersAlike(value);
  return { ...blockOfRows([value]), ...(members !== null && { members }) };
}

const blockOfRows = (documents: readonly Fields[]): DocumentBlock => ({
  documents,
  lines: documents.map((_, i) => i + 1),
  setAside: [],
});

function blockOf(elements: readonly RawElement[], named: NamedRows): DocumentBlock {
  const documents: Fields[] = [];
  const lines: number[] = [];
  const setAside: SetAside[] = [];
  for (const element of elements) {
    const read = readElement(element, named);
    setAside.push(...read.setAside);
    if (!read.document) continue;
    documents.push(read.document);
    lines.push(element.place);
  }
  return { documents, lines, setAside };
}

const withoutMark = (bytes: Uint8Array): Uint8Array =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
