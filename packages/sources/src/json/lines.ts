import { type DocumentBlock, isFields } from './documents.ts';
import { parseExact } from './exact.ts';

/** Begins each text of a sequence (RFC 7464). */
const RECORD_SEPARATOR = '\u001e';
const LINE_LIMIT = 32 * 1024 * 1024;

/** One JSON object on each line (also GeoJSON text sequences); a line that is none is set aside. */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<DocumentBlock> {
  const decoder = new TextDecoder();
  let tail = '';
  let line = 0;
  for await (const chunk of bytes) {
    const parts = (tail + decoder.decode(chunk, { stream: true })).split('\n');
    tail = parts.pop() ?? '';
    if (tail.length > LINE_LIMIT) throw new RangeError(`Line ${line + parts.length + 1} is longer than 32 MB`);
    if (parts.length === 0) continue;
    yield blockOf(parts, line);
    line += parts.length;
  }
  tail += decoder.decode();
  if (tail.trim() !== '') yield blockOf([tail], line);
}

function blockOf(parts: readonly string[], before: number): DocumentBlock {
  const block = {
    documents: [] as Record<string, unknown>[],
    lines: [] as number[],
    setAside: [] as DocumentBlock['setAside'][number][],
  };
  parts.forEach((part, i) => {
    const line = before + i + 1;
    const text = (part.startsWith(RECORD_SEPARATOR) ? part.slice(1) : part).replace(/^\uFEFF/, '').trim();
    if (text === '') return;
    const aside = (reason: string): void =>
      void block.setAside.push({ line, raw: text.slice(0, 65_536), rule: 'json', reason });
    try {
      const value = parseExact(text);
      if (!isFields(value)) aside('The line is not a JSON object');
      else {
        block.documents.push(value);
        block.lines.push(line);
      }
    } catch (cause) {
      aside(`The line is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
  });
  return block;
}
