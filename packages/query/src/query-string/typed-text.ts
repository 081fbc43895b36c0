import { escapeSlashes } from '../builder/keyword.ts';
import { SearchTextFault } from './fault.ts';
import { COMPARISON, parseSearchText } from './parse.ts';
import { type SearchToken, tokenise, unescaped } from './tokens.ts';

/** A stretch of the text as it was typed. */
export interface TextPlace {
  readonly at: number;
  readonly length: number;
}

/** What is wrong with search text, where, and what to do. */
export interface TextFault extends TextPlace {
  readonly problem: string;
  readonly remedy: string;
}

/** One value behind `field:`. */
export interface NamedValue extends TextPlace {
  readonly kind: 'value' | 'pattern' | 'fuzzy' | 'regexp';
  /** What a field has to be able to hold: the value, or the limits of a range. */
  readonly held: readonly string[];
}

/** `field:value` or `field:(one two)`; the place is that of the name. */
export interface NamedPart extends TextPlace {
  readonly field: string;
  readonly values: readonly NamedValue[];
}

/** Why text of a search bar cannot be searched for; null when it can. Slashes count as the bar sends them (QRY-06). */
export function faultOfText(text: string): TextFault | null {
  try {
    parseSearchText(escapeSlashes(text), { operator: 'and' });
    return null;
  } catch (error) {
    if (!(error instanceof SearchTextFault)) throw error;
    const { problem, remedy } = error;
    const at = typedAt(text, error.at);
    return { at, length: text.length - at, problem, remedy };
  }
}

/** The fields that text of a search bar names, in its order; empty when the text has a fault. */
export function namedParts(text: string): readonly NamedPart[] {
  if (faultOfText(text) !== null) return [];
  const escaped = escapeSlashes(text);
  const tokens = tokenise(escaped, '');
  const place = (first: number, last = first): TextPlace => {
    const from = tokens[first]?.at ?? escaped.length;
    const end = from + escaped.slice(from, tokens[last + 1]?.at ?? escaped.length).trimEnd().length;
    const at = typedAt(text, from);
    return { at, length: typedAt(text, end) - at };
  };
  return tokens.flatMap((token, i): readonly NamedPart[] => {
    const name = token.kind === 'word' || token.kind === 'pattern' ? unescaped(token.raw) : undefined;
    if (name === undefined || tokens[i + 1]?.kind !== 'colon') return [];
    const value = tokens[i + 2];
    if (name === '_exists_' && value?.kind === 'word')
      return [{ field: unescaped(value.raw), ...place(i + 2), values: [] }];
    const values = valuesAt(tokens, i + 2).map(({ from, to, ...rest }) => ({ ...rest, ...place(from, to) }));
    return [{ field: name, ...place(i), values }];
  });
}

type Found = Pick<NamedValue, 'kind' | 'held'> & { readonly from: number; readonly to: number };

/** The value at a token, or those of the group that opens there; what names another field in the group is left out. */
function valuesAt(tokens: readonly SearchToken[], at: number): readonly Found[] {
  if (tokens[at]?.kind !== 'open') return valueAt(tokens, at);
  const found: Found[] = [];
  for (let i = at + 1, depth = 1; i < tokens.length && depth > 0; i++) {
    const kind = tokens[i]?.kind;
    if (kind === 'open') depth += 1;
    else if (kind === 'close') depth -= 1;
    else if (tokens[i + 1]?.kind !== 'colon' && tokens[i - 1]?.kind !== 'colon') found.push(...valueAt(tokens, i));
  }
  return found;
}

function valueAt(tokens: readonly SearchToken[], at: number): readonly Found[] {
  const token = tokens[at];
  const near = tokens[at + 1]?.kind === 'near';
  const place = { from: at, to: near ? at + 1 : at };
  switch (token?.kind) {
    case 'word': {
      const value = unescaped(token.raw);
      return [{ kind: near ? 'fuzzy' : 'value', held: [COMPARISON.exec(value)?.[2] ?? value], ...place }];
    }
    case 'phrase':
      return [{ kind: 'value', held: [unescaped(token.raw)], ...place }];
    case 'range':
      return [{ kind: 'value', held: [token.lower, token.upper].filter((end) => end !== '*'), ...place }];
    case 'pattern':
    case 'regexp':
      return [{ kind: token.kind, held: [], ...place }];
    default:
      return [];
  }
}

/** An offset of the text with escaped slashes as one of the text before. */
function typedAt(text: string, at: number): number {
  let added = 0;
  for (const { 0: found, index } of text.matchAll(/\\[\s\S]|\//g)) {
    if (index + added >= at) break;
    if (found === '/') added += 1;
  }
  return at - added;
}
