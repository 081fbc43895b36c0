import { malformed } from '@datasarana/schema';

const PATH = /^[\w-]+(\.[\w-]+)*$/;

/** Refuses what cannot be an item path, before it gets near a statement. */
export function checkPath(path: string): string {
  if (!PATH.test(path) || /(^|\.)__proto__(\.|$)/.test(path))
    throw malformed(`'${path.slice(0, 100)}' is not an item path`, 'Name an item, with dots between levels.');
  return path;
}

/** All simple values a path leads to; arrays on the way are walked through. */
export function valuesAt(value: unknown, path: string): readonly (string | number | boolean)[] {
  const found: (string | number | boolean)[] = [];
  collect(value, path.split('.'), 0, found);
  return found;
}

function collect(value: unknown, steps: readonly string[], at: number, found: (string | number | boolean)[]): void {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    for (const item of value) collect(item, steps, at, found);
    return;
  }
  const step = steps[at];
  if (step === undefined) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') found.push(value);
    return;
  }
  if (typeof value === 'object' && Object.hasOwn(value, step)) collect(Reflect.get(value, step), steps, at + 1, found);
}
