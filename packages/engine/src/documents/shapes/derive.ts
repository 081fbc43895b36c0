import type { Kind, Shape, Slot } from '../../index/shapes/shape.ts';
import { type FieldMapping, type IndexMapping, mappingAt } from '../mapping.ts';
import { defaultKind, readsByShape } from './default-kind.ts';

/** Thrown for what is read the long way; never leaves this file. */
class Irregular extends Error {}

const DEPTH = 20;
const SPACE = /[ \t\r]*/y;
const KEY = /"([ !#-[\]-\uffff]+)"[ \t\r]*:[ \t\r]*/y;
const TEXT = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WHOLE = /^-?\d+$/;
const PADDED = /^-?\d+\.0$/;
const WORD = /true|false|null/y;
const TEXTS = /\[(?:"[ !#-[\]-\uffff]*"(?:,(?=")|(?=\])))+\]/y;
const WHOLES = /\[(?:-?(?:0|[1-9]\d{0,14})(?:,(?=[-\d])|(?=\])))+\]/y;

/** How dates are written, by the length they have with their quotes. */
const DATES: Readonly<Partial<Record<number, Kind>>> = {
  22: 'second',
  26: 'milli',
  27: 'second.zone',
  31: 'milli.zone',
};
/** The same of an offset, with the quote behind it. */
const ZONE = 7;

/** Reads once how a document is built; what it holds is read by the shape afterwards. */
class Deriver {
  readonly #text: string;
  readonly #mapping: IndexMapping;
  readonly #pieces: string[] = [];
  readonly #slots: Slot[] = [];
  readonly #taken = new Set<string>();
  /** Places of the slots of decimals, whether they end in `.0` or are none or null; those of whole numbers are not among them. */
  readonly #decimals = new Set<number>();
  #isPadded = false;
  #at = 0;
  #from = 0;

  constructor(text: string, mapping: IndexMapping) {
    this.#text = text;
    this.#mapping = mapping;
  }

  derive(): Shape {
    this.#object('', 1);
    this.#skip(SPACE);
    if (this.#at !== this.#text.length) throw new Irregular();
    return {
      pieces: [...this.#pieces, this.#text.slice(this.#from)],
      slots: this.#isPadded ? this.#padded() : this.#slots,
    };
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text);
  }

  #skip(pattern: RegExp): boolean {
    const found = this.#match(pattern);
    if (found === null) return false;
    this.#at += found[0].length;
    return true;
  }

  #expect(sign: string): void {
    if (this.#text[this.#at++] !== sign) throw new Irregular();
  }

  #object(path: string, depth: number): void {
    if (depth > DEPTH) throw new Irregular();
    this.#expect('{');
    this.#skip(SPACE);
    if (this.#text[this.#at] === '}') {
      this.#at++;
      return;
    }
    for (;;) {
      const key = this.#match(KEY)?.[1];
      if (key === undefined || key.includes('.')) throw new Irregular();
      this.#skip(KEY);
      this.#member(path === '' ? key : `${path}.${key}`, depth);
      this.#skip(SPACE);
      if (this.#text[this.#at] === '}') break;
      this.#expect(',');
      this.#skip(SPACE);
    }
    this.#at++;
  }

  #member(path: string, depth: number): void {
    const field = mappingAt(this.#mapping, path);
    // a key that stands twice would come back with one of its values only
    if (field === null || this.#taken.has(path)) throw new Irregular();
    this.#taken.add(path);
    if (field.type !== 'object') this.#value(path, field);
    else if (field.parameters.enabled === undefined) this.#object(path, depth + 1);
    else throw new Irregular();
  }

  #value(path: string, field: FieldMapping): void {
    const usual = defaultKind(field);
    if (usual === null) throw new Irregular();
    const sign = this.#text[this.#at];
    if (sign === '{' && usual === 'point') this.#point(path);
    else this.#slot(path, sign === '"' || sign === '[' ? this.#quotedKind(usual, sign) : this.#plainKind(usual));
  }

  /** Who writes one decimal as `9.0` does so with all of them: a document has not as many shapes as it has decimals that may be whole. */
  #padded(): readonly Slot[] {
    return this.#slots.map((slot, i) => {
      const { path, kind } = slot;
      const isDecimal = this.#decimals.has(i) && (kind === 'real' || kind === 'float');
      return isDecimal ? { path, kind: `${kind}.0` as const } : slot;
    });
  }

  #noteDecimal(kind: Kind): void {
    if (kind !== 'real' && kind !== 'float') return;
    const written = this.#match(NUMBER)?.[0];
    if (written === undefined || !WHOLE.test(written)) this.#decimals.add(this.#slots.length);
    if (written !== undefined && PADDED.test(written)) this.#isPadded = true;
  }

  #quotedKind(usual: Kind, sign: string): Kind {
    if (sign === '[') {
      if (usual === 'text' && this.#match(TEXTS)) return 'texts';
      if (usual === 'whole' && this.#match(WHOLES)) return 'wholes';
      throw new Irregular();
    }
    const text = this.#match(TEXT)?.[0] ?? '';
    if (usual === 'point') return text.includes(', ') ? 'point' : 'pair';
    if (usual !== 'second') return usual;
    return DATES[text.length] ?? 'day';
  }

  #plainKind(usual: Kind): Kind {
    return usual === 'second' && this.#match(NUMBER)?.index === this.#at ? 'epoch' : usual;
  }

  #slot(path: string, kind: Kind): void {
    this.#pieces.push(this.#text.slice(this.#from, this.#at));
    this.#noteDecimal(kind);
    const pattern = kind === 'texts' ? TEXTS : kind === 'wholes' ? WHOLES : null;
    const isRead = pattern ? this.#skip(pattern) : this.#skip(TEXT) || this.#skip(NUMBER) || this.#skip(WORD);
    if (!isRead) throw new Irregular();
    this.#from = this.#at;
    const zone = kind.endsWith('.zone') && this.#text.slice(this.#at - ZONE, this.#at - 1);
    this.#slots.push({ path, kind, ...(zone && { zone }) });
  }

  #point(path: string): void {
    this.#expect('{');
    this.#skip(SPACE);
    for (const place of [0, 1]) {
      const key = this.#match(KEY)?.[1];
      if (key !== 'lat' && key !== 'lon') throw new Irregular();
      if (place === 1 && this.#slots.at(-1)?.kind === key) throw new Irregular();
      this.#skip(KEY);
      this.#slot(path, key);
      this.#skip(SPACE);
      this.#expect(place === 0 ? ',' : '}');
      if (place === 0) this.#skip(SPACE);
    }
  }
}

/** The shape of a document, or null when it is to be read the long way and keeps its text. */
export function deriveShape(text: string, mapping: IndexMapping): Shape | null {
  if (!readsByShape(mapping)) return null;
  try {
    return new Deriver(text, mapping).derive();
  } catch (cause) {
    if (cause instanceof Irregular) return null;
    throw cause;
  }
}
