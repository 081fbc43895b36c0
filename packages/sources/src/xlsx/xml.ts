import { FileRefused } from '../refusal.ts';

/** Characters of one text or tag: more than any field takes, and so few that a bomb is told before it fills the memory. */
const PIECE_LIMIT = 64 * 1024 ** 2;

/** @throws FileRefused for a text of so many characters */
export function refuseLong(characters: number): void {
  if (characters > PIECE_LIMIT)
    throw new FileRefused(
      'large',
      'The workbook holds a text of more than 64 MB in one cell. Take it out and send it again.',
    );
}

/** What a scan of XML hears; names come without their prefix, attributes as they stand in the tag. */
export interface XmlHandler {
  open(name: string, attributes: string, empty: boolean): void;
  close(name: string): void;
  text(text: string): void;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function entity(whole: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
  const code = name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** Text with its entities read. */
export const decodeXml = (text: string): string =>
  text.includes('&') ? text.replace(/&(#?\w{1,10});/g, entity) : text;

/** The value of an attribute, or null. */
export function attributeOf(attributes: string, name: string): string | null {
  for (let at = attributes.indexOf(`${name}=`); at >= 0; at = attributes.indexOf(`${name}=`, at + 1)) {
    const before = attributes.charCodeAt(at - 1);
    if (at > 0 && before > 0x20) continue;
    const start = at + name.length + 2;
    const end = attributes.indexOf(attributes[start - 1] ?? '"', start);
    return end < 0 ? null : decodeXml(attributes.slice(start, end));
  }
  return null;
}

/**
 * Reads the XML of office documents while it comes in. Document types, and with them entities of their own, are passed over:
 * no such document has them.
 */
export class XmlScanner {
  readonly #handler: XmlHandler;
  /** The pieces of a text or tag that has begun, the last characters of them, and what ends it. */
  #begun: string[] = [];
  #length = 0;
  #last = '';
  #end = '';

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  push(more: string): void {
    this.#begun.push(more);
    this.#length += more.length;
    const seam = this.#last + more;
    this.#last = seam.slice(1 - CDATA_END.length);
    // put together when its end is there, not with each piece: that would take time with the square of its length
    if (seam.includes(this.#end)) this.#read(this.#begun.join(''));
    else refuseLong(this.#length);
  }

  #read(text: string): void {
    let at = 0;
    for (;;) {
      const open = text.indexOf('<', at);
      const ending = open < 0 ? null : endingOf(text, open);
      const found = ending === null ? -1 : text.indexOf(ending, open);
      if (ending === null || found < 0) {
        this.#end = open < 0 ? '<' : (ending ?? '');
        break;
      }
      const end = found + ending.length - 1;
      if (open > at) this.#handler.text(text.slice(at, open));
      this.#tag(text, open + 1, end);
      at = end + 1;
    }
    this.#begun = [text.slice(at)];
    this.#length = text.length - at;
  }

  #tag(text: string, from: number, end: number): void {
    const first = text.charCodeAt(from);
    if (first === 0x2f) {
      this.#handler.close(localName(text.slice(from + 1, end).trim()));
      return;
    }
    if (first === 0x21) {
      if (text.startsWith('![CDATA[', from)) this.#handler.text(text.slice(from + 8, end - 2).replaceAll('&', '&amp;'));
      return;
    }
    if (first === 0x3f) return;
    const empty = text.charCodeAt(end - 1) === 0x2f;
    const last = empty ? end - 1 : end;
    let nameEnd = from;
    while (nameEnd < last && text.charCodeAt(nameEnd) > 0x20) nameEnd++;
    const name = localName(text.slice(from, nameEnd));
    this.#handler.open(name, text.slice(nameEnd, last), empty);
    if (empty) this.#handler.close(name);
  }
}

const CDATA_END = ']]>';

/** What ends the tag, comment or other section that opens here; null while too little of it is there to tell. */
function endingOf(text: string, open: number): string | null {
  if (text.charCodeAt(open + 1) !== 0x21) return '>';
  if (text.startsWith('<!--', open)) return '-->';
  if (text.startsWith('<![CDATA[', open)) return CDATA_END;
  return text.length - open < 9 ? null : '>';
}

const localName = (name: string): string => {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
};
