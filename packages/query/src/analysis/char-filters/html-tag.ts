/** A tag of HTML: where it ends, and its name in small letters. */
interface Tag {
  readonly kind: 'open' | 'close' | 'empty' | 'unfinished';
  readonly name: string;
  readonly end: number;
}

/** What goes on longer is text: so much is looked at again for each `<`, and no more. */
export const LONGEST = 10_000;

const START = /<(\/?)\s*([\p{L}_:][\p{L}\p{M}\p{Nd}_:.\u00b7-]*)/uy;
const SPACES = /\s*/y;
const ATTRIBUTE = /[\p{L}_:][\p{L}\p{M}\p{Nd}_:.\u00b7-]*/uy;
const VALUE = /"[^"]*"|'[^']*'|[^\s"'<>=][^\s"'<>]*/y;

/** What fits at a place; nothing when it does not. */
function taken(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/** The tag that begins at a `<`; null when it is text. */
export function tagAt(whole: string, from: number): Tag | null {
  START.lastIndex = from;
  const [all = '', slash, given = ''] = START.exec(whole) ?? [];
  if (all === '') return null;
  const name = given.toLowerCase();
  if (from + all.length === whole.length) return { kind: 'unfinished', name, end: whole.length };
  const text = whole.slice(from, from + LONGEST);
  for (let at = all.length; at < text.length; ) {
    const behind = at + taken(SPACES, text, at).length;
    if (text[behind] === '>') return { kind: slash === '' ? 'open' : 'close', name, end: from + behind + 1 };
    if (text.startsWith('/>', behind)) return { kind: 'empty', name, end: from + behind + 2 };
    if (behind === at) return null;
    const next = attributeEnd(text, behind);
    if (next === behind) return null;
    at = next;
  }
  return null;
}

function attributeEnd(text: string, at: number): number {
  const name = taken(ATTRIBUTE, text, at);
  if (name === '') return at;
  const behind = at + name.length;
  const sign = behind + taken(SPACES, text, behind).length;
  if (text[sign] !== '=') return behind;
  const start = sign + 1 + taken(SPACES, text, sign + 1).length;
  const value = taken(VALUE, text, start);
  return value === '' ? at : start + value.length;
}
