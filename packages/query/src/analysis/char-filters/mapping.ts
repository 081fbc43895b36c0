import { malformed } from '@datasarana/schema';
import { type CharFilter, Rewriting } from './rewritten.ts';

/** What stands in a text and what comes in its place. */
export type MappingRule = readonly [from: string, to: string];

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\', n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

const unescaped = (text: string): string =>
  text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_all, code: string | undefined, sign: string | undefined) =>
    code === undefined ? (ESCAPES[sign ?? ''] ?? sign ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
  );

/** Rules such as `« => <`. @throws PlatformError for a line that is none */
export function mappingRules(lines: readonly string[]): readonly MappingRule[] {
  return lines.map((line) => {
    const [, from = '', to = ''] = /^(.*)=>(.*)$/s.exec(line) ?? [];
    if (from.trim() === '')
      throw malformed(`Invalid Mapping Rule : [${line}]`, 'Write what stands there => what comes.');
    return [unescaped(from.trim()), unescaped(to.trim())];
  });
}

/** Characters that may follow, and what comes when a rule ends here. */
interface Branch {
  readonly next: Map<string, Branch>;
  to?: string;
}

function treeOf(rules: readonly MappingRule[]): Branch {
  const root: Branch = { next: new Map() };
  for (const [from, to] of rules) {
    let at = root;
    for (const character of from.split('')) {
      const known = at.next.get(character) ?? { next: new Map() };
      at.next.set(character, known);
      at = known;
    }
    at.to = to;
  }
  return root;
}

/** Characters looked at for each character of the text, at most; then no rule fits any more. */
const MOST_LOOKED_AT = 16;

/** The longest rules that fit, from place to place. */
class Fitting {
  readonly #tree: Branch;
  readonly #text: string;
  #left: number;

  constructor(tree: Branch, text: string) {
    this.#tree = tree;
    this.#text = text;
    this.#left = (text.length + 1000) * MOST_LOOKED_AT;
  }

  at(from: number): { readonly to: string; readonly length: number } | null {
    let found: { readonly to: string; readonly length: number } | null = null;
    let branch = this.#tree.next.get(this.#text[from] ?? '');
    for (let at = from + 1; branch !== undefined && this.#left > 0; at++) {
      this.#left -= 1;
      if (branch.to !== undefined) found = { to: branch.to, length: at - from };
      branch = branch.next.get(this.#text[at] ?? '');
    }
    return found;
  }
}

/** Puts other characters in the place of some; of rules that fit, the longest counts. */
export function mapping(rules: readonly MappingRule[]): CharFilter {
  const tree = treeOf(rules);
  return (text, most) => {
    const writing = new Rewriting(most);
    const fitting = new Fitting(tree, text);
    let kept = 0;
    for (let at = 0; at < text.length; ) {
      const found = fitting.at(at);
      if (found === null) at += 1;
      else {
        writing.keep(text.slice(kept, at));
        writing.put(found.to, found.length);
        at += found.length;
        kept = at;
      }
    }
    writing.keep(text.slice(kept));
    return writing.done();
  };
}
