import { ClauseFields, readText } from '../reading/fields.ts';
import { wrongShape } from '../reading/refusal.ts';

const EXPECTED = 'a query of JSON, written as base64';

/** The DSL inside a `wrapper`, which stands for the clause it holds. @throws PlatformError when it is no JSON in base64 */
export function readWrapped(value: unknown, path: string): unknown {
  const fields = new ClauseFields(value, path, 'wrapper');
  const text = fields.required('query', readText);
  fields.done();
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw wrongShape(fields.at('query'), EXPECTED, text);
  }
}
