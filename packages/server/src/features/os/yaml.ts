import type { IncomingHttpHeaders } from 'node:http';
import { parse, stringify } from 'yaml';
import { parseWhole } from '../../http/whole-numbers.ts';
import type { Texts } from './call.ts';
import { rawNumber } from './print.ts';
import { parsing } from './refusals.ts';

const YAML_TYPE = /^application\/(?:vnd\.opensearch\+)?yaml\s*(?:;|$)/;

export const isYaml = (type: string | undefined): boolean => YAML_TYPE.test((type ?? '').trim().toLowerCase());

/** Whether an answer is wanted in YAML: by `format`, else by what is accepted, else because the question came in it. */
export function wantsYaml({ format }: Texts, headers: IncomingHttpHeaders): boolean {
  if (format !== undefined) return format === 'yaml';
  return isYaml(headers.accept) || isYaml(headers['content-type']);
}

/** YAML of an answer's JSON, written as OpenSearch does: texts in quotes, lists not set in. */
export const yamlOf = (json: string): string =>
  stringify(parseWhole(json), {
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
    indentSeq: false,
    lineWidth: 0,
    directives: true,
  });

/** JSON of a body in YAML. Anchors are refused: a few of them can stand for any number of values. */
export function jsonOfYaml(text: string): string {
  if (text.trim() === '') return '';
  try {
    return JSON.stringify(parse(text, { maxAliasCount: 0, schema: 'core', intAsBigInt: true }), (_key, value) =>
      typeof value === 'bigint' ? rawNumber(value) : value,
    );
  } catch (cause) {
    throw parsing(`The body is not valid YAML: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}
