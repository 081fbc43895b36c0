import { didYouMean, tokenOf } from '@datasarana/query';
import { keepDigits } from './keep-digits.ts';
import { hasMembers, mergeObjects } from './merge-objects.ts';
import { actionInvalid, illegalArgument, misread, unreadable } from './refusal.ts';

interface Body {
  readonly doc: Fields;
  readonly upsert?: Fields;
  readonly docAsUpsert: boolean;
  readonly detectNoop: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const KNOWN = new Set([
  'doc',
  'upsert',
  'doc_as_upsert',
  'detect_noop',
  'script',
  'scripted_upsert',
  '_source',
  'if_seq_no',
  'if_primary_term',
]);

export function readUpdate(text: string): Body {
  let body: unknown;
  try {
    body = JSON.parse(text, keepDigits);
  } catch (cause) {
    throw unreadable('failed to parse', { type: 'json_parse_exception', reason: String(cause) });
  }
  if (!hasMembers(body)) throw illegalArgument('An update is a JSON object with [doc]');
  const unknown = Object.keys(body).find((name) => !KNOWN.has(name));
  if (unknown !== undefined) {
    throw misread(`[UpdateRequest] unknown field [${unknown}]${didYouMean(unknown, [...KNOWN])}`);
  }
  if (body.script !== undefined) throw illegalArgument('Scripts are not run here: send the changed fields as [doc]');
  const doc = fieldsIn(body, 'doc');
  const upsert = fieldsIn(body, 'upsert');
  const docAsUpsert = flagIn(body, 'doc_as_upsert', false);
  const detectNoop = flagIn(body, 'detect_noop', true);
  if (doc === undefined) {
    const needed = docAsUpsert ? ['doc must be specified if doc_as_upsert is enabled'] : [];
    throw actionInvalid('script or doc is missing', ...needed);
  }
  return { doc, ...(upsert && { upsert }), docAsUpsert, detectNoop };
}

function fieldsIn(body: Fields, name: string): Fields | undefined {
  const given = body[name];
  if (given === undefined || hasMembers(given)) return given;
  throw misread(`[UpdateRequest] ${name} doesn't support values of type: ${tokenOf(given)}`);
}

/** As in OpenSearch a flag may be a text too. */
function flagIn(body: Fields, name: string, absent: boolean): boolean {
  const given = body[name];
  if (given === undefined) return absent;
  if (given === true || given === 'true') return true;
  if (given === false || given === 'false' || given === '') return false;
  throw illegalArgument(
    `[UpdateRequest] failed to parse field [${name}]: [${JSON.stringify(given)}] is neither true nor false`,
  );
}

/** The document after a partial one was laid over it, as JSON; null when nothing changed. */
export function updated(source: string, { doc, detectNoop }: Body): string | null {
  const before: unknown = JSON.parse(source, keepDigits);
  const after = JSON.stringify(mergeObjects(hasMembers(before) ? before : {}, doc));
  return detectNoop && after === JSON.stringify(before) ? null : after;
}

/** The document an update makes where there is none, as JSON; null when it may not. */
export function inserted({ doc, upsert, docAsUpsert }: Body): string | null {
  if (docAsUpsert) return JSON.stringify(doc);
  return upsert === undefined ? null : JSON.stringify(upsert);
}
