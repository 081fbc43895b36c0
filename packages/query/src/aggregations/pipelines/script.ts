import { Fields, readNumber, readText } from '../../reading/fields.ts';
import { isObject, type Json } from '../../reading/json.ts';
import { wrongShape } from '../../reading/refusal.ts';
import { parseExpression } from './expression.ts';

/** An expression over `params` (and `values` in moving_fn); see `parseExpression` for what it may hold. */
export interface Script {
  readonly source: string;
  readonly params: Readonly<Record<string, number>>;
}

/** Text, or `{source, params}`; refused when it is more than an expression. */
export function readScript(value: unknown, path: string): Script {
  if (!isObject(value)) return checked({ source: readText(value, path), params: {} }, path);
  const fields = new Fields(value, path, 'script');
  fields.choice('lang', ['painless', 'expression']);
  const inline = fields.text('inline');
  const source = inline ?? fields.required('source', readText);
  const params = fields.optional('params', readParams) ?? {};
  fields.done();
  return checked({ source, params }, path);
}

function readParams(value: unknown, path: string): Readonly<Record<string, number>> {
  if (!isObject(value)) throw wrongShape(path, 'an object of numbers', value);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, readNumber(each, `${path}.${name}`)]));
}

function checked(script: Script, path: string): Script {
  parseExpression(script.source, path);
  return script;
}

export const printScript = ({ source, params }: Script): Json =>
  Object.keys(params).length === 0 ? source : { source, params };
