import { HTML_ENTITIES } from './html-entities.ts';
import { LONGEST, tagAt } from './html-tag.ts';
import { type CharFilter, Rewriting } from './rewritten.ts';

/** Tags in the midst of a line: what stands on both sides of them is one word. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr acronym b basefont bdo big cite code dfn em font i img input kbd label q s samp select small span strike strong sub sup textarea tt u var'.split(
    ' ',
  ),
);

const SHOUTED: ReadonlySet<string> = new Set(['AMP', 'COPY', 'GT', 'LT', 'QUOT', 'REG']);

const ENTITY = /&(?:#[xX]([0-9a-fA-F]{1,8})|#([0-9]{1,9})|([a-zA-Z][a-zA-Z0-9]{1,7}));/y;

/** The character an entity stands for; null when there is none. */
function entityAt(text: string, at: number): { readonly text: string; readonly length: number } | null {
  ENTITY.lastIndex = at;
  const [all = '', hex, digits, name = ''] = ENTITY.exec(text) ?? [];
  if (all === '') return null;
  const code = hex === undefined ? Number(digits ?? Number.NaN) : Number.parseInt(hex, 16);
  const known = HTML_ENTITIES.get(SHOUTED.has(name) ? name.toLowerCase() : name);
  const found = code <= 0x10ffff ? String.fromCodePoint(code) : known;
  return found === undefined ? null : { text: found, length: all.length };
}

/** What is left out at a `<`, and what comes in its place; null when it is text. */
interface Markup {
  readonly end: number;
  readonly put: string;
  /** A stretch in it that stays as it is. */
  readonly kept?: readonly [start: number, end: number];
}

const endOf = (text: string, sign: string, from: number): number => {
  const at = text.indexOf(sign, from);
  return at < 0 ? text.length : at + sign.length;
};

function markupAt(text: string, at: number, escaped: ReadonlySet<string>): Markup | null {
  if (text.startsWith('<!--', at)) return { end: endOf(text, '-->', at + 4), put: '' };
  if (text.startsWith('<![CDATA[', at)) {
    const close = text.indexOf(']]>', at + 9);
    const kept = [at + 9, close < 0 ? text.length : close] as const;
    return { kept, end: Math.min(kept[1] + 3, text.length), put: '' };
  }
  if (text[at + 1] === '!' || text[at + 1] === '?') return declarationAt(text, at);
  const tag = tagAt(text, at);
  if (tag === null || escaped.has(tag.name)) return null;
  if (tag.kind === 'open' && (tag.name === 'script' || tag.name === 'style')) return withoutContent(text, tag);
  return { end: tag.end, put: tag.kind === 'unfinished' || INLINE.has(tag.name) ? '' : '\n' };
}

/** `<!DOCTYPE …>` or `<?xml …?>`, which may hold no `>`. */
function declarationAt(text: string, at: number): Markup | null {
  const length = text.slice(at, at + LONGEST).indexOf('>');
  if (length < 0 || (text[at + 1] === '?' && text[at + length - 1] !== '?')) return null;
  return { end: at + length + 1, put: '' };
}

function withoutContent(text: string, { name, end }: { readonly name: string; readonly end: number }): Markup {
  const close = new RegExp(`</${name}\\s*>`, 'gi');
  close.lastIndex = end;
  const found = close.exec(text);
  return found === null ? { end: text.length, put: '' } : { end: close.lastIndex, put: '\n' };
}

/** Leaves out the markup of HTML; entities become their characters. @param escapedTags names of tags that stay */
export function htmlStrip(escapedTags: readonly string[]): CharFilter {
  const escaped = new Set(escapedTags.map((name) => name.toLowerCase()));
  return (text, most) => {
    const writing = new Rewriting(most);
    let kept = 0;
    const put = (at: number, made: string, length: number) => {
      writing.keep(text.slice(kept, at));
      writing.put(made, length);
      kept = at + length;
    };
    for (let at = nextSign(text, 0); at < text.length; at = nextSign(text, Math.max(at + 1, kept))) {
      const entity = text[at] === '&' ? entityAt(text, at) : null;
      if (entity !== null) put(at, entity.text, entity.length);
      if (text[at] === '&') continue;
      const found = markupAt(text, at, escaped);
      if (found === null) continue;
      const [from, to] = found.kept ?? [found.end, found.end];
      put(at, found.put, from - at);
      if (found.kept !== undefined) put(to, '', found.end - to);
    }
    writing.keep(text.slice(kept));
    return writing.done();
  };
}

const SIGN = /[<&]/g;

function nextSign(text: string, from: number): number {
  SIGN.lastIndex = from;
  return SIGN.exec(text)?.index ?? text.length;
}
