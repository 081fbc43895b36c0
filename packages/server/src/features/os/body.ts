import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import { parseWhole } from '@datasarana/schema';
import { unpacked } from '../../http/unpacked.ts';
import { utf8Text } from '../../http/utf8.ts';
import { isObject, type Texts } from './call.ts';
import { duplicateKey } from './duplicate-key.ts';
import { brokenJson, endedJson, illegal, notAcceptable, notUtf8, parsing, tooLarge, unwritten } from './refusals.ts';
import { isYaml, jsonOfYaml } from './yaml.ts';

/** Largest body of a call that is read whole, as OpenSearch's `http.max_content_length`; bulks stream and know none but that of a line. */
export const WHOLE_LIMIT = 100 * 1024 * 1024;

/** What bodies may be called; those without a name are JSON, too. */
const JSON_TYPE = /^application\/(?:(?:vnd\.opensearch\+)?json|(?:vnd\.opensearch\+)?x-ndjson|ndjson)\s*(?:;|$)|^$/;

export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;

/** @throws PlatformError 406 for a body that says it is neither JSON nor YAML */
export function refuseForeign({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const type = headers['content-type'] ?? '';
  const isEmpty = headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
  if (!isEmpty && !JSON_TYPE.test(type.trim().toLowerCase()) && !isYaml(type)) throw notAcceptable(type);
}

/** @throws PlatformError 406 for an answer in a language that is not written here */
export function refuseFormat({ query }: { readonly query: unknown }): void {
  const format = String(Object(query).format ?? '');
  if (format === 'cbor' || format === 'smile') throw unwritten(format);
}

/** The body in pieces, unpacked when it came packed. @throws PlatformError 400 when it is not packed as it says */
export function bodyStream(raw: IncomingMessage): AsyncIterable<Buffer> {
  return unpacked(raw, raw.headers['content-encoding'], (encoding) =>
    parsing(`The body is not packed as its content-encoding [${encoding}] says`),
  );
}

/** A body of so many bytes is here in a moment: to read it as a stream takes longer than it does to come. */
const SMALL = 65_536;

const isSmall = ({ headers }: IncomingMessage): boolean =>
  headers['content-encoding'] === undefined && Number(headers['content-length']) <= SMALL;

/** Whether all of a body came with its head, as of most calls: then it is read without waiting. */
export const isHere = (raw: IncomingMessage): boolean =>
  raw.readableLength > 0 && isSmall(raw) && raw.readableLength === Number(raw.headers['content-length']);

function smallBody(raw: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  return new Promise((resolve, reject) => {
    finished(raw, { writable: false }, (error) => (error ? reject(error) : resolve(Buffer.concat(pieces))));
    raw.on('data', (piece: Buffer) => void pieces.push(piece));
  });
}

function readHere(raw: IncomingMessage): Buffer {
  const whole: Buffer = raw.read();
  // its end comes behind it
  raw.resume();
  return whole;
}

export async function bodyText(raw: IncomingMessage): Promise<string> {
  if (isSmall(raw)) return utf8Text(isHere(raw) ? readHere(raw) : await smallBody(raw), notUtf8);
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of bodyStream(raw)) {
    bytes += piece.length;
    if (bytes > WHOLE_LIMIT) throw tooLarge('The body');
    pieces.push(piece);
  }
  return utf8Text(Buffer.concat(pieces), notUtf8);
}

/** A body that stands in the address, for clients that cannot send one with GET. */
export function bodyInAddress({ source, source_content_type: type }: Texts): string {
  if (source === undefined) return '';
  if (type === undefined) throw illegal('source and source_content_type parameters are required');
  if (isYaml(type)) return jsonOfYaml(source);
  if (!JSON_TYPE.test(type.trim().toLowerCase())) throw notAcceptable(type);
  return source;
}

/**
 * Whether a text that is no JSON is one that was cut off, by what the parser said of it. As in OpenSearch, half a word (`tru`) and a comma
 * with no name behind it are wrong as they stand.
 */
function isCutOff(text: string, said: string): boolean {
  const place = / at position (\d+)/.exec(said)?.[1];
  if (place === undefined) return said.includes('end of JSON') && !/[a-z]\s*$/.test(text);
  return Number(place) >= text.trimEnd().length && !/,\s*$/.test(text);
}

/** Reads a body that is one JSON object. */
export function jsonObject(text: string): Readonly<Record<string, unknown>> {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = parseWhole(text);
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    throw (isCutOff(text, said) ? endedJson : brokenJson)(`The body is not valid JSON: ${said}`);
  }
  const twice = duplicateKey(text);
  if (twice !== null) throw brokenJson(`Duplicate field '${twice}'`);
  if (!isObject(value)) throw parsing('Expected [START_OBJECT] but found something else at the start of the body');
  return value;
}
