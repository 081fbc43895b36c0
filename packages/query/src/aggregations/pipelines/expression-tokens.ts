import { illegalArgument } from '../refusal.ts';

export interface Token {
  readonly kind: 'number' | 'name' | 'text' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
}

const MAX_LENGTH = 4096;
const NEXT =
  /\s*(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)[dDfFlL]?|([A-Za-z_$][A-Za-z0-9_$]*)|'([^'\\]*)'|"([^"\\]*)"|(===?|!==?|<=|>=|&&|\|\||[-+*/%<>!?:().,;[\]{}]))/y;

/** Cuts an expression into its tokens. */
export function expressionTokens(source: string, path: string): readonly Token[] {
  if (source.length > MAX_LENGTH) {
    throw illegalArgument(`${path}: the script has ${source.length} characters`, `Write at most ${MAX_LENGTH}.`);
  }
  const tokens: Token[] = [];
  const end = source.trimEnd().length;
  NEXT.lastIndex = 0;
  for (let at = 0; at < end; at = NEXT.lastIndex) {
    NEXT.lastIndex = at;
    const found = NEXT.exec(source);
    if (found === null) throw notOffered(source, path, source.slice(at).trim().slice(0, 20));
    const [, number, name, single, double, sign] = found;
    const text = number ?? name ?? single ?? double ?? sign ?? '';
    const kind = number !== undefined ? 'number' : name !== undefined ? 'name' : sign !== undefined ? 'sign' : 'text';
    tokens.push({ kind, text, at });
  }
  return [...tokens, { kind: 'end', text: 'the end', at: end }];
}

export const notOffered = (source: string, path: string, what: string) =>
  illegalArgument(
    `${path}: the script [${source.length > 80 ? `${source.slice(0, 80)}…` : source}] has [${what}] where it makes no sense here`,
    'Scripts are expressions of numbers, params, + - * / %, comparisons, && || !, ? :, parentheses, Math.… and MovingFunctions.…',
  );
