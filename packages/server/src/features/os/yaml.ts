import type { IncomingHttpHeaders } from 'node:http';
import { rawNumber } from '@datasarana/schema';
import { parse, stringify } from 'yaml';
import type { Texts } from './call.ts';
import { parsing } from './refusals.ts';

const YAML_TYPE = /^application\/(?:vnd\.opensearch\+)?yaml\s*(?:;|$)/;

export const isYaml = (type: string | undefined): boolean => YAML_TYPE.test((type ?? '').trim().toLowerCase());

/** Whether an answer is wanted in YAML: by `format`, else by what is accepted, else because the question came in it. */
export function wantsYaml({ format }: Texts, headers: IncomingHttpHeaders): boolean {
  if (format !== undefined) return format.toLowerCase() === 'yaml';
  return isYaml(headers.accept) || isYaml(headers['content-type']);
}

/** Characters of an answer's JSON up to which it is written anew: half a second for all who ask, and half as much for the most of a body. */
const MOST_WRITTEN = 512 * 1024;
const MOST_READ = 64 * 1024;

const withBigints = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
    ? BigInt(context?.source ?? '')
    : value;

/** YAML of an answer's JSON, written as OpenSearch does: texts in quotes, lists not set in. A long one stays JSON, which is YAML, too. */
export const yamlOf = (json: string): string =>
  json.length > MOST_WRITTEN
    ? json
    : stringify(JSON.parse(json, withBigints), {
        defaultStringType: 'QUOTE_DOUBLE',
        defaultKeyType: 'PLAIN',
        indentSeq: false,
        lineWidth: 0,
        directives: true,
      });

/** JSON of a body in YAML. Anchors are refused: a few of them can stand for any number of values. */
export function jsonOfYaml(text: string): string {
  if (text.trim() === '') return '';
  if (text.length > MOST_READ)
    throw parsing(`A body in YAML may have ${MOST_READ} characters, this one has ${text.length}: send it as JSON`);
  try {
    return JSON.stringify(
      parse(text, { maxAliasCount: 0, schema: 'core', intAsBigInt: true, logLevel: 'error' }),
      (_key, value) => (typeof value === 'bigint' ? rawNumber(String(value)) : value),
    );
  } catch (cause) {
    throw parsing(`The body is not valid YAML: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}
