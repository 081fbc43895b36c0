import mustache from 'mustache';
import { isNothing, parameterAt, type Scopes, textOf } from './parameters.ts';
import { scriptFault } from './refusal.ts';

/** Letters of a template, and of what it becomes. */
const LONGEST_TEMPLATE = 1_000_000;
const LONGEST_TEXT = 16_000_000;
/** Tags that are written, those of sections once for each time they are gone through. */
const MOST_STEPS = 1_000_000;
const DEEPEST = 100;

/** A piece as the parser tells it: its kind, its text or name, where it stands, and what is within a section. */
type Piece = readonly [
  kind: string,
  value: string,
  start: number,
  end: number,
  inside?: readonly Piece[],
  close?: number,
];

function parse(template: string): readonly Piece[] {
  if (template.length > LONGEST_TEMPLATE)
    throw scriptFault(template.slice(0, 100), `A template has ${LONGEST_TEMPLATE} letters at most`);
  const writer = new mustache.Writer();
  // what is kept there is never let go of
  Reflect.set(writer, 'templateCache', undefined);
  try {
    return named(writer.parse(template));
  } catch (error) {
    const unclosed = /^Unclosed section "(.*)" at/.exec(String(Object(error).message))?.[1];
    const reason = unclosed === undefined ? String(Object(error).message) : `Failed to close '${unclosed}' tag`;
    throw scriptFault(template, reason);
  }
}

/** @throws Error for a tag that names nothing */
function named(pieces: readonly Piece[]): readonly Piece[] {
  for (const [kind, value, , , inside] of pieces) {
    if (value === '' && kind !== 'text' && kind !== '!') throw new Error('Empty mustache');
    if (inside !== undefined) named(inside);
  }
  return pieces;
}

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/** As Java encodes what stands behind a question mark. */
const encoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replace(/%20/g, '+')
    .replace(/[!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const JOIN = /^join(?: +delimiter='(.*)')?$/s;

/** Writes one template out; ends with a fault when it becomes too long or takes too many steps. */
class Rendering {
  readonly #template: string;
  #steps = 0;
  #letters = 0;

  constructor(template: string) {
    this.#template = template;
  }

  all(pieces: readonly Piece[], scopes: Scopes): string {
    if (scopes.length > DEEPEST) throw this.#fault(`Sections stand within each other ${DEEPEST} deep at most`);
    return pieces.map((piece) => this.#counted(this.#one(piece, scopes))).join('');
  }

  #fault(reason: string) {
    return scriptFault(this.#template, reason);
  }

  #counted(text: string): string {
    this.#steps++;
    this.#letters += text.length;
    if (this.#steps > MOST_STEPS || this.#letters > LONGEST_TEXT) {
      throw this.#fault(`The template becomes more than ${LONGEST_TEXT} letters, or takes ${MOST_STEPS} steps`);
    }
    return text;
  }

  #one(piece: Piece, scopes: Scopes): string {
    const [kind, value] = piece;
    switch (kind) {
      case 'text':
        return value;
      case 'name':
        return escaped(textOf(this.#value(value, scopes)));
      case '&':
        return textOf(this.#value(value, scopes));
      case '#':
        return this.#section(piece, scopes);
      case '^':
        return isNothing(this.#value(value, scopes)) ? this.all(piece[4] ?? [], scopes) : '';
      case '>':
        throw scriptFault(this.#template, 'Template part not found', 'mustache_not_found_exception');
      default:
        return '';
    }
  }

  #value(name: string, scopes: Scopes): unknown {
    this.#steps += name.length >> 4;
    return parameterAt(name, scopes);
  }

  #section([, name, , , inside = []]: Piece, scopes: Scopes): string {
    if (name === 'toJson')
      return JSON.stringify(this.#value(this.all(inside, scopes).trim(), scopes) ?? undefined) ?? '';
    if (name === 'url') return encoded(this.all(inside, scopes));
    const join = JOIN.exec(name);
    if (join) return this.#joined(this.all(inside, scopes), join[1] ?? ',', scopes);
    const value = this.#value(name, scopes);
    if (isNothing(value)) return '';
    if (!Array.isArray(value)) return this.all(inside, [value, ...scopes]);
    return value.map((each) => this.all(inside, [each, ...scopes])).join('');
  }

  #joined(name: string, delimiter: string, scopes: Scopes): string {
    const value = this.#value(name.trim(), scopes);
    if (!Array.isArray(value)) return name;
    this.#steps += value.length;
    return value.map((each) => (each === null ? 'null' : textOf(each))).join(delimiter);
  }
}

/**
 * A template of OpenSearch's mustache with its parameters filled in: names, lists, sections, `toJson`, `join` and `url`. It reaches
 * nothing but its parameters. @throws PlatformError for one that cannot be read, or becomes too much
 */
export const render = (template: string, params: unknown): string =>
  new Rendering(template).all(parse(template), [params]);
