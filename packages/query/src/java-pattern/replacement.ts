import { malformed } from '@datasarana/schema';
import type { Found } from './search.ts';
import type { ParsedPattern } from './syntax.ts';

const LONGEST = 16_000_000;

/** What comes in the place of what was found: `$1` and `${name}` are what groups hold, a backslash makes a character plain. */
export function javaReplacement(
  replacement: string,
  { groups, names }: Pick<ParsedPattern, 'groups' | 'names'>,
): (found: Found) => string {
  const parts: (string | number)[] = [];
  for (const [part, escaped, name, digits] of replacement.matchAll(/\\(.)|\$\{(\w+)\}|\$(\d+)|./gsu)) {
    if (escaped !== undefined) parts.push(escaped);
    else if (name !== undefined) parts.push(groupNamed(name, names));
    else if (digits !== undefined) parts.push(...groupOf(digits, groups));
    else if (part === '$' || part === '\\')
      throw malformed(`Illegal group reference in the replacement [${replacement}]`);
    else parts.push(part);
  }
  return (found) => {
    let made = '';
    for (const part of parts) {
      made += typeof part === 'string' ? part : found.group(part);
      if (made.length > LONGEST) break;
    }
    return made;
  };
}

function groupNamed(name: string, names: ReadonlyMap<string, number>): number {
  const number = names.get(name);
  if (number === undefined) throw malformed(`No group with name {${name}}`, 'Name a group of the pattern.');
  return number;
}

/** As many digits as there are groups of that number; the others are text. */
function groupOf(digits: string, groups: number): readonly (string | number)[] {
  let length = 1;
  if (Number(digits[0]) > groups) throw malformed(`No group ${digits[0]}`, 'Name a group of the pattern.');
  while (length < digits.length && Number(digits.slice(0, length + 1)) <= groups) length++;
  return [Number(digits.slice(0, length)), digits.slice(length)];
}
