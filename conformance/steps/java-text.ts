import { isList, isObject, type Json, WrittenNumber } from '../suite/exact-json.ts';

/** A regular expression of Java; with comments, white space and `# …` mean nothing unless escaped. */
export function javaRegex(source: string, comments: boolean): RegExp {
  const flags = /^\(\?([a-z]+)\)/.exec(source)?.[1]?.replace(/[^ims]/g, '') ?? '';
  // as in Java, the end of a text is before a last line end too
  const pattern = source
    .replace(/^\(\?[a-z]+\)/, '')
    .replace(/(?<!\\)\$\s*$/, '(?=\\n?$(?![^]))')
    // one that gives nothing back, which JavaScript has not
    .replace(/(?<=[\w)\]])([*+?])\+/g, '$1');
  return new RegExp(
    comments ? pattern.replace(/(\\[\s\S])|\s+|#[^\n]*/g, (_, escaped = '') => escaped) : pattern,
    flags,
  );
}

/** A value as Java writes maps and lists, which some cases match errors against. */
export function javaText(value: Json): string {
  if (isList(value)) return `[${value.map(javaText).join(', ')}]`;
  if (isObject(value)) {
    return `{${Object.entries(value)
      .map(([name, each]) => `${name}=${javaText(each)}`)
      .join(', ')}}`;
  }
  return value instanceof WrittenNumber ? value.text : String(value);
}

/** The text between the slashes of `/…/`; null for any other value. */
export function patternOf(value: Json | undefined): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  return text.length > 2 && text.startsWith('/') && text.endsWith('/') ? text.slice(1, -1) : null;
}
