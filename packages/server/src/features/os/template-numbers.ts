import type { NameKind } from '@datasarana/engine';
import { tokenOf } from '@datasarana/query';
import { integer, type Texts } from './call.ts';
import type { Body } from './json-object.ts';
import { illegal, incomplete, numberless, unreadable } from './refusals.ts';

const WHOLE = /^[+-]?\d+$/;

/** The order of an older template, which its address may say as well; 0 where neither does. */
function orderOf(given: unknown, inAddress: number | undefined): number {
  if (given === undefined || given === null) return inAddress ?? 0;
  if (typeof given === 'number' && !Number.isInteger(given)) throw illegal(`${given} is not an integer value`);
  if (!WHOLE.test(String(given))) throw numberless(String(given));
  return Number(given);
}

/** A number that may be written as text; what stands behind its point is cut off. */
function wholeOf(kind: NameKind, name: string, given: unknown): number {
  if (typeof given !== 'number' && typeof given !== 'string')
    throw unreadable(`[${kind}] ${name} doesn't support values of type: ${tokenOf(given)}`);
  const number = given === '' ? Number.NaN : Math.trunc(Number(given));
  if (!Number.isSafeInteger(number))
    throw unreadable(`[${kind}] failed to parse field [${name}]: [${given}] is no number`);
  return number;
}

/** The numbers of a template, as numbers. @throws PlatformError for what is none */
export function templateNumbers(kind: NameKind, body: Body, query: Texts): Body {
  if (kind === 'template') {
    const { version } = body;
    if (version !== undefined && !Number.isInteger(version))
      throw illegal('Malformed [version] value, should be an integer');
    return { ...body, order: orderOf(body.order, integer(query, 'order')) };
  }
  const said = ['priority', 'version'].filter((name) => body[name] !== undefined);
  const numbers = Object.fromEntries(said.map((name) => [name, wholeOf(kind, name, body[name])]));
  if (Number(numbers.priority ?? 0) < 0) throw incomplete('index template priority must be >= 0');
  return { ...body, ...numbers };
}
