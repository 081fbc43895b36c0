import { isUtf8Prefix } from '../csv/utf8.ts';
import { FileRefused } from '../refusal.ts';
import type { DocumentBlock } from './documents.ts';
import { parseDocument } from './extended-json.ts';
import { isFields } from './fields.ts';
import { jsonFault } from './json-fault.ts';

/** Begins each text of a sequence (RFC 7464). */
const RECORD_SEPARATOR = '\u001e';
/** Bytes of a line at most. */
export const LINE_LIMIT = 32 * 1024 * 1024;

/** The refusal of a line beyond `LINE_LIMIT`. */
export const tooLong = (line: number): FileRefused =>
  new FileRefused('large', `Line ${line} is longer than 32 MB. Put one object on each line.`);

/** One JSON object on each line (also GeoJSON text sequences); a line that is none is set aside. */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<DocumentBlock> {
  let tail: Uint8Array[] = [];
  let waiting = 0;
  let line = 0;
  for await (const chunk of bytes) {
    const end = chunk.lastIndexOf(LF) + 1;
    if (end > 0) {
      const block = linesIn(joined([...tail, chunk.subarray(0, end)]), line);
      yield block;
      line += block.read;
      [tail, waiting] = [[], 0];
    }
    if (end === chunk.length) continue;
    tail.push(chunk.slice(end));
    waiting += chunk.length - end;
    if (waiting > LINE_LIMIT) throw tooLong(line + 1);
  }
  if (waiting > 0) yield linesIn(joined(tail), line);
}

const LF = 0x0a;

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Lines that are no UTF-8, by number. */
function damagedLines(bytes: Uint8Array): ReadonlySet<number> {
  const damaged = new Set<number>();
  for (let [start, i] = [0, 0]; start < bytes.length; i++) {
    const end = bytes.indexOf(LF, start);
    const line = bytes.subarray(start, end < 0 ? bytes.length : end);
    if (!isUtf8Prefix(line)) damaged.add(i);
    start += line.length + 1;
  }
  return damaged;
}

/** The objects of whole lines, of which so many stand before; `read` counts the lines, blank ones too. */
export function linesIn(bytes: Uint8Array, before: number): DocumentBlock & { readonly read: number } {
  const all = new TextDecoder().decode(bytes);
  const parts = all.replace(/\n$/, '').split('\n');
  const damaged = all.includes('\uFFFD') ? damagedLines(bytes) : null;
  const block = {
    read: parts.length,
    documents: [] as Record<string, unknown>[],
    lines: [] as number[],
    setAside: [] as DocumentBlock['setAside'][number][],
  };
  parts.forEach((part, i) => {
    const line = before + i + 1;
    const text = (part.startsWith(RECORD_SEPARATOR) ? part.slice(1) : part)
      .replace(/^\uFEFF/, '')
      .trim()
      .replace(/\},$/, '}');
    if (text === '') return;
    const aside = (reason: string): void =>
      void block.setAside.push({ line, raw: text.slice(0, 65_536), rule: 'json', reason });
    if (damaged?.has(i)) {
      aside('The line is not UTF-8');
      return;
    }
    try {
      const value = parseDocument(text);
      if (!isFields(value)) aside('The line is not a JSON object');
      else {
        block.documents.push(value);
        block.lines.push(line);
      }
    } catch (cause) {
      aside(`The line is not JSON: ${jsonFault(text, cause)}`);
    }
  });
  return block;
}
