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
  #tail = '';

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  push(more: string): void {
    const text = this.#tail === '' ? more : this.#tail + more;
    let at = 0;
    for (;;) {
      const open = text.indexOf('<', at);
      if (open < 0) break;
      const end = endOfTag(text, open);
      if (end < 0) {
        this.#tail = text.slice(at);
        return;
      }
      if (open > at) this.#handler.text(text.slice(at, open));
      this.#tag(text, open + 1, end);
      at = end + 1;
    }
    this.#tail = text.slice(at);
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

function endOfTag(text: string, open: number): number {
  if (text.charCodeAt(open + 1) !== 0x21) return text.indexOf('>', open);
  if (text.startsWith('<!--', open)) {
    const end = text.indexOf('-->', open);
    return end < 0 ? -1 : end + 2;
  }
  if (!text.startsWith('<![CDATA[', open)) return text.length - open < 9 ? -1 : text.indexOf('>', open);
  const end = text.indexOf(']]>', open);
  return end < 0 ? -1 : end + 2;
}

const localName = (name: string): string => {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
};
