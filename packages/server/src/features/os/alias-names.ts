import { fitsPattern, type StoredInfo } from '@datasarana/engine';
import { illegal } from './refusals.ts';

/** Whether a list of names and patterns means an alias; `-name` takes back what stands before it. */
export function isWanted(alias: string, wanted: readonly string[]): boolean {
  let means = false;
  for (const each of wanted) {
    if (!each.startsWith('-')) means ||= fitsPattern(each, alias);
    else if (fitsPattern(each.slice(1), alias)) means = false;
  }
  return means;
}

const isPattern = (name: string): boolean => name.includes('*');

/** Names in a list that are no alias, in their order; behind a pattern `-name` is none, nor is what a later one takes back. */
export function missingAliases(wanted: readonly string[], found: ReadonlySet<string>): readonly string[] {
  const pattern = wanted.findIndex(isPattern);
  const first = pattern < 0 ? wanted.length : pattern;
  const missing = wanted.filter((name, place) => {
    if (name === '_all' || isPattern(name) || (place > first && name.startsWith('-'))) return false;
    const later = wanted.slice(Math.max(place + 1, first)).filter((each) => each.startsWith('-'));
    return !later.some((each) => fitsPattern(each.slice(1), name)) && !found.has(name);
  });
  return [...new Set(missing)].sort();
}

/** An index that goes, or is given other aliases, is named itself: one of its aliases may mean others, too. */
export function refuseAliasAmong(wanted: readonly string[], infos: readonly StoredInfo[]): void {
  const isAlias = (name: string): boolean =>
    infos.some((info) => Object.hasOwn(info.aliases, name)) && !infos.some((info) => info.name === name);
  const alias = wanted.find(isAlias);
  if (alias !== undefined)
    throw illegal(
      `The provided expression [${alias}] matches an alias, specify the corresponding concrete indices instead.`,
    );
}
