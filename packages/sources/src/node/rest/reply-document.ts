import { rawNumber } from '@datasarana/schema';
import { parseWritten, refuseDeep } from '../../json/exact.ts';
import { isFields } from '../../json/fields.ts';
import { jsonFault } from '../../json/json-fault.ts';
import { markupKind } from '../../markup/markup-kind.ts';
import { FileRefused } from '../../refusal.ts';
import { replyText } from './reply-text.ts';
import type { RestReply } from './rest-settings.ts';

const NO_CONTENT = 204;
/** Names of what holds one JSON text on each line, or behind each record separator (RFC 7464). */
const OF_LINES = /\b(?:x-)?(?:nd-?json|json-?lines?|jsonl|json-seq|json-stream|ldjson)\b|\bstream\+json\b/i;
const RECORD_SEPARATOR = '\u001e';

/** What an answer holds: its JSON, or the list of what stands on its lines. */
export interface ReplyDocument {
  readonly document: unknown;
  /** It is a list of lines: each is a row, whatever is in it. */
  readonly isLines: boolean;
}

/**
 * Reads an answer of a data server, numbers with every digit that was written. `page` counts from 1, for what is said.
 *
 * @throws FileRefused for one that is neither JSON nor lines of JSON
 */
export function replyDocument(reply: RestReply, spatial: boolean, page: number): ReplyDocument {
  if (reply.status === NO_CONTENT) return { document: spatial ? collectionOf([]) : [], isLines: false };
  const text = replyText(reply).replace(/^\uFEFF/, '');
  const what = page > 1 ? `Page ${page}` : 'The answer';
  if (isOfLines(text)) return { document: listOfLines(text, spatial, what), isLines: true };
  const isLine = OF_LINES.test(reply.headers['content-type'] ?? '') && !text.trim().includes('\n');
  try {
    const document = parseWritten(text, parseEveryDigit);
    return isLine && isFields(document) && !spatial
      ? { document: [document], isLines: true }
      : { document, isLines: false };
  } catch (cause) {
    if (spatial) throw new FileRefused('geojson', 'Not a valid GeoJSON data', { cause });
    throw new FileRefused(
      'json',
      `${what} is ${otherThanJson(text, reply) ?? `not JSON: ${jsonFault(text, cause)}`}.`,
      {
        cause,
      },
    );
  }
}

const OF_TABLES = /^(?:text|application)\/(?:csv|tab-separated-values|vnd\.ms-excel|vnd\.openxml)/i;

/** What an answer is that is empty, has tags, is packed or a table of another kind; null for any other. */
function otherThanJson(text: string, { headers, body }: RestReply): string | null {
  if (text.trim() === '') return 'empty';
  const kind = markupKind(text.trimStart());
  if (kind === 'html') return 'a web page (HTML), not JSON: look at the address, and whether it asks to sign in';
  if (body[0] === 0x1f && body[1] === 0x8b)
    return 'a packed file (gzip), not JSON: where it is the file itself, take the source for a Url';
  if (OF_TABLES.test(headers['content-type'] ?? ''))
    return 'a table, not JSON: take the source for a Url, which reads its file';
  return kind === null ? null : 'XML, not JSON: ask the server for JSON, by its address or a header';
}

/** Parses JSON whose numbers keep every digit when they are written again. */
export function parseEveryDigit(text: string): unknown {
  refuseDeep(text);
  return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) => {
    if (typeof value !== 'number' || context?.source === undefined || String(value) === context.source) return value;
    return rawNumber(context.source);
  });
}

const collectionOf = (features: readonly unknown[]) => ({ type: 'FeatureCollection', features });

/** Whether it begins with a record separator, or its first line is an object by itself and more follows. */
function isOfLines(text: string): boolean {
  if (text.startsWith(RECORD_SEPARATOR)) return true;
  const [, first = '', more = ''] = /^\s*([^\n]*)\n\s*(\S?)/.exec(text) ?? [];
  if (more === '') return false;
  try {
    return isFields(parseWritten(first));
  } catch {
    return false;
  }
}

function listOfLines(text: string, spatial: boolean, what: string): unknown {
  const isSequence = text.startsWith(RECORD_SEPARATOR);
  const rows = text.split(isSequence ? RECORD_SEPARATOR : '\n').flatMap((part, i) => {
    if (part.trim() === '') return [];
    try {
      return [parseWritten(part, parseEveryDigit)];
    } catch (cause) {
      const where = isSequence ? `text ${i}` : `line ${i + 1}`;
      throw new FileRefused('json', `${what} is not JSON in ${where}: ${jsonFault(part, cause)}.`, { cause });
    }
  });
  return spatial ? collectionOf(rows.flatMap(featuresOf)) : rows;
}

/** What a line of shapes holds: a feature, or a collection of them. */
function featuresOf(line: unknown): readonly unknown[] {
  if (isFields(line) && line.type === 'Feature') return [line];
  if (isFields(line) && line.type === 'FeatureCollection' && Array.isArray(line.features)) return line.features;
  throw new FileRefused('geojson', 'Not a valid GeoJSON data');
}
