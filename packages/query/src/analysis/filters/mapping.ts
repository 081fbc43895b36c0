import { malformed } from '@datasarana/schema';
import { eachWord, type TokenFilter } from '../token.ts';

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

/** Puts other characters in the place of some; of rules that fit, the longest counts. */
export function mapping(rules: readonly MappingRule[]): TokenFilter {
  const byLength = rules.toSorted(([a], [b]) => b.length - a.length);
  return eachWord((word) => {
    let made = '';
    for (let at = 0; at < word.length; ) {
      const [from = '', to = ''] = byLength.find(([each]) => word.startsWith(each, at)) ?? [];
      made += from === '' ? word[at] : to;
      at += Math.max(1, from.length);
    }
    return made;
  });
}
