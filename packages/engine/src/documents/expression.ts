import { wildcard } from '@datasarana/schema';
import { dateMathName } from './date-math.ts';
import { invalidIndexName, noSuchIndex } from './refusal.ts';

/** How an index expression treats what is not there, and which indexes its wildcards see. */
export interface ResolveOptions {
  readonly ignoreUnavailable?: boolean;
  readonly allowNoIndices?: boolean;
  /** Kinds of index a wildcard may mean; open ones by default. */
  readonly expand?: readonly ('open' | 'closed' | 'hidden' | 'none')[];
  /** `false`: names of aliases mean nothing. */
  readonly aliases?: false;
  /** `false`: names of data streams mean nothing. */
  readonly streams?: false;
}

/** A name as a wildcard expression sees it. */
export interface Candidate {
  readonly name: string;
  readonly closed: boolean;
  readonly hidden: boolean;
  /** What a wildcard means by it, where that is not the name itself: the indexes of a data stream, or behind an alias. */
  readonly behind?: readonly Candidate[];
}

const isPattern = (name: string): boolean => name.includes('*') || name === '_all';

/** Whether names fit a pattern with `*`, which is read once. */
export const patternTest = (pattern: string): ((name: string) => boolean) =>
  pattern === '_all' ? () => true : wildcard(pattern);

/** Whether a name fits a pattern with `*`. */
export const fitsPattern = (pattern: string, name: string): boolean => patternTest(pattern)(name);

function expanded(
  pattern: string,
  candidates: readonly Candidate[],
  { expand = ['open'] }: ResolveOptions,
): readonly string[] {
  const hidden = expand.includes('hidden') || pattern.startsWith('.');
  const fits = patternTest(pattern);
  return candidates
    .filter((each) => hidden || !each.hidden)
    .filter(({ name }) => fits(name))
    .flatMap((each) => each.behind ?? [each])
    .filter(({ closed }) => (closed ? expand.includes('closed') : expand.includes('open')))
    .map(({ name }) => name);
}

/** What a part that begins with `-` takes away again; as in OpenSearch a data stream or alias goes by a pattern alone. */
function excluded(part: string, candidates: readonly Candidate[]): readonly string[] {
  const fits = patternTest(part);
  return candidates
    .filter(({ name }) => fits(name))
    .flatMap((each) => (isPattern(part) ? [each, ...(each.behind ?? [])] : [each]))
    .map(({ name }) => name);
}

/** Whether a part takes away what those before it mean; nothing is taken away from plain names. */
export const takesAway = (parts: readonly string[], place: number): boolean =>
  parts[place]?.startsWith('-') === true && parts.slice(0, place).some(isPattern);

/** What is taken away. @throws PlatformError for a plain name that is not there */
function takenAway(part: string, candidates: readonly Candidate[], options: ResolveOptions): readonly string[] {
  const names = part === '_all' ? [] : excluded(part, candidates);
  const isAllowed = part.includes('*') ? options.allowNoIndices !== false : options.ignoreUnavailable === true;
  if (names.length === 0 && !isAllowed) throw noSuchIndex(part);
  return names;
}

/** What one part of an expression adds. @throws PlatformError for a plain name that is not there */
function namesOf(part: string, candidates: readonly Candidate[], options: ResolveOptions): readonly string[] {
  if (!isPattern(part)) {
    if (candidates.some(({ name }) => name === part)) return [part];
    if (part.startsWith('_')) throw invalidIndexName(part, "must not start with '_'.");
    if (options.ignoreUnavailable === true) return [];
    throw noSuchIndex(part);
  }
  const names = options.expand?.includes('none') ? [] : expanded(part, candidates, options);
  if (names.length === 0 && options.allowNoIndices === false) throw noSuchIndex(part);
  return names;
}

/** What stands between the commas of a text; those at its end separate nothing. */
function splitAtCommas(text: string): readonly string[] {
  const parts = text.split(',');
  const last = parts.findLastIndex((part) => part !== '');
  return last < 0 ? parts : parts.slice(0, last + 1);
}

/** The parts of an expression, with dates filled in. */
const partsOf = (expression: string | readonly string[], now = Date.now()): readonly string[] =>
  (typeof expression === 'string' ? splitAtCommas(expression) : expression).map((part) => dateMathName(part, now));

/**
 * Names an expression such as `logs-*,-logs-old` means, among indexes and aliases, in the order of the indexes.
 * @throws PlatformError for a plain name that is not there, unless that is to be ignored
 */
export function resolveExpression(
  expression: string | readonly string[],
  candidates: readonly Candidate[],
  options: ResolveOptions = {},
  now = Date.now(),
): readonly string[] {
  const parts = partsOf(expression, now);
  const isOpen = parts.length === 0 || (parts.length === 1 && parts[0] === '');
  if (isOpen && options.expand?.includes('none') && options.allowNoIndices === false) throw noSuchIndex('');
  const wanted = isOpen ? ['_all'] : parts;
  const found = new Set<string>();
  for (const [place, part] of wanted.entries()) {
    if (part === '') throw noSuchIndex(part);
    if (part === '_all' && wanted.length > 1) throw invalidIndexName(part, "must not start with '_'.");
    if (takesAway(wanted, place)) {
      for (const name of takenAway(part.slice(1), candidates, options)) found.delete(name);
    } else for (const name of namesOf(part, candidates, options)) found.add(name);
  }
  if (found.size === 0 && options.allowNoIndices === false) throw noSuchIndex(parts.join(','));
  return [...found];
}
