import { ClauseFields, readFieldEntry, readPattern } from '../reading/fields.ts';
import { isScalar, type JsonObject, present } from '../reading/json.ts';
import { boostOf } from './clause.ts';
import { readRewrite } from './rewrite.ts';

/** A value (on text: a term) of the field fits the pattern: `*` any text, `?` one character, `\` escapes. */
export interface WildcardQuery {
  readonly kind: 'wildcard';
  readonly field: string;
  readonly value: string;
  readonly caseInsensitive: boolean;
  /** How the words score that it stands for; absent = alike. */
  readonly rewrite?: string;
  readonly boost: number;
}

export function parseWildcard(value: unknown, path: string): WildcardQuery {
  const { field, body, path: at } = readFieldEntry(new ClauseFields(value, path, 'wildcard'), 'wildcard');
  if (isScalar(body)) return { kind: 'wildcard', field, value: String(body), caseInsensitive: false, boost: 1 };
  const fields = new ClauseFields(body, at, 'wildcard', ['rewrite']);
  const alternative = fields.optional('wildcard', readPattern);
  const node: WildcardQuery = {
    kind: 'wildcard',
    field,
    value: alternative ?? fields.required('value', readPattern),
    caseInsensitive: fields.flag('case_insensitive', false),
    ...present({ rewrite: readRewrite(fields, 'rewrite') }),
    boost: fields.boost(),
  };
  fields.done();
  return node;
}

export const printWildcard = (node: WildcardQuery): JsonObject => ({
  [node.field]: present({
    value: node.value,
    case_insensitive: node.caseInsensitive || undefined,
    rewrite: node.rewrite,
    boost: boostOf(node),
  }),
});

/** One element of a wildcard pattern. */
export type WildcardPart = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'any' | 'one' };

/** Takes a pattern apart; a `\` before any character makes that character plain text. */
export function wildcardParts(pattern: string): readonly WildcardPart[] {
  const parts: WildcardPart[] = [];
  let text = '';
  const flush = () => {
    if (text !== '') parts.push({ kind: 'text', text });
    text = '';
  };
  const characters = [...pattern];
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i] ?? '';
    if (character === '*' || character === '?') {
      flush();
      parts.push({ kind: character === '*' ? 'any' : 'one' });
    } else if (character === '\\' && i + 1 < characters.length) {
      i += 1;
      text += characters[i] ?? '';
    } else text += character;
  }
  flush();
  return parts;
}

/** Tells whether texts fit a pattern, in at most as many steps as its length times that of the text. */
export function wildcardMatcher(parts: readonly WildcardPart[]): (text: string) => boolean {
  const pieces: (string | null)[][] = [[]];
  for (const part of parts) {
    if (part.kind === 'any') pieces.push([]);
    else for (const sign of part.kind === 'text' ? part.text : [null]) pieces.at(-1)?.push(sign);
  }
  const [first = [], ...between] = pieces;
  const last = between.pop();
  return (text) => {
    const characters = [...text];
    const stands = (piece: readonly (string | null)[], at: number): boolean =>
      piece.every((sign, i) => sign === null || sign === characters[at + i]);
    if (last === undefined) return characters.length === first.length && stands(first, 0);
    const end = characters.length - last.length;
    if (first.length > end || !stands(first, 0) || !stands(last, end)) return false;
    let at = first.length;
    for (const piece of between) {
      while (at + piece.length <= end && !stands(piece, at)) at++;
      at += piece.length;
      if (at > end) return false;
    }
    return true;
  };
}
