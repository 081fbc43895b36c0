import type { Fields } from '../json/fields.ts';

const PAIR = /([^\s="]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s"]*))(?:\s+|$)/y;
/** What such a line says at least one of, by the names its writers give it. */
const USUAL_NAMES = ['level', 'lvl', 'severity', 'msg', 'message'];
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

const unescaped = (text: string): string =>
  text.replace(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? (/["\\]/.test(letter) ? letter : `\\${letter}`));

/** An entry written as `level=info msg="all is well" ms=3`, by its names; a name that stands twice has a list. Null for a line that is none. */
export function logfmtEntry(line: string): Fields | null {
  const entry = new Map<string, string | null | (string | null)[]>();
  PAIR.lastIndex = 0;
  let end = 0;
  for (let found = PAIR.exec(line); found; found = PAIR.exec(line)) {
    const [, name = '', quoted, bare = ''] = found;
    const value = quoted === undefined ? bare || null : unescaped(quoted);
    const earlier = entry.get(name);
    entry.set(name, earlier === undefined ? value : [earlier, value].flat());
    end = PAIR.lastIndex;
  }
  const isWhole = end === line.length && entry.size > 1 && USUAL_NAMES.some((name) => entry.has(name));
  return isWhole ? Object.fromEntries(entry) : null;
}
