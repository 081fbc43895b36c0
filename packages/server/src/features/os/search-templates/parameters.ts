import { isObject } from '../call.ts';

/** Parameters of a template, the innermost section first. */
export type Scopes = readonly unknown[];

/** What a step of a name leads to: a member, a place of a list, or its `size`. Nothing that was not sent is ever reached. */
function memberOf(value: unknown, step: string): unknown {
  if (Array.isArray(value))
    return step === 'size' ? value.length : /^\d+$/.test(step) ? value[Number(step)] : undefined;
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

/** The value of a name; its first step is looked for from the innermost section outwards. */
export function parameterAt(name: string, scopes: Scopes): unknown {
  if (name === '.') return scopes[0];
  const [first = '', ...rest] = name.split('.');
  for (const scope of scopes) {
    const found = memberOf(scope, first);
    if (found !== undefined) return rest.reduce<unknown>(memberOf, found);
  }
  return undefined;
}

/** A value within a text, lists and objects as Java spells its maps: `{0=a, 1=b}`. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'object') return String(value);
  return `{${Object.entries(value)
    .map(([key, inner]) => `${key}=${inner === null ? 'null' : textOf(inner)}`)
    .join(', ')}}`;
}

/** Whether a section over this value is left out. */
export const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);
