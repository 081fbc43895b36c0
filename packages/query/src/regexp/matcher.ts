import { malformed } from '@datasarana/schema';
import { type CharRange, LAST_CODE_POINT, type Regexp } from './syntax.ts';

/**
 * Tells whether texts fit an expression by Brzozowski's derivatives: each state is what may still follow, made when a
 * text first leads there. One step per character; an expression with too many states is refused, as Lucene refuses it.
 */
export function regexpMatcher(regexp: Regexp): (text: string) => boolean {
  const automaton = new Automaton(regexp);
  return (text) => automaton.matches(text);
}

const MAX_STATES = 10_000;
const MAX_SIZE = 20_000;

/** A node that knows whether it matches the empty text, with a name that is equal for equal nodes. */
interface Node {
  readonly name: string;
  readonly empty: boolean;
  readonly derive: (code: number) => Node;
}

const NOTHING: Node = { name: '#', empty: false, derive: () => NOTHING };
const EMPTY: Node = { name: 'e', empty: true, derive: () => NOTHING };

const within = (ranges: readonly CharRange[], code: number) =>
  ranges.some(([first, last]) => code >= first && code <= last);

function character(ranges: readonly CharRange[]): Node {
  const name = `[${ranges.map((range) => range.join('-')).join(',')}]`;
  return { name, empty: false, derive: (code) => (within(ranges, code) ? EMPTY : NOTHING) };
}

function sequence(first: Node, rest: Node): Node {
  if (first === NOTHING || rest === NOTHING) return NOTHING;
  if (first === EMPTY) return rest;
  if (rest === EMPTY) return first;
  return {
    name: sized(`(${first.name}${rest.name})`),
    empty: first.empty && rest.empty,
    derive: (code) => {
      const through = sequence(first.derive(code), rest);
      return first.empty ? either([through, rest.derive(code)]) : through;
    },
  };
}

const members = new WeakMap<Node, readonly Node[]>();

function either(given: readonly Node[]): Node {
  const flat = given.flatMap((node) => members.get(node) ?? [node]).filter((node) => node !== NOTHING);
  const kept = [...new Map(flat.map((node) => [node.name, node])).values()].sort(byName);
  const [only] = kept;
  if (only === undefined) return NOTHING;
  if (kept.length === 1) return only;
  const node: Node = {
    name: sized(`(${kept.map(({ name }) => name).join('|')})`),
    empty: kept.some(({ empty }) => empty),
    derive: (code) => either(kept.map((each) => each.derive(code))),
  };
  members.set(node, kept);
  return node;
}

function all(given: readonly Node[]): Node {
  if (given.includes(NOTHING)) return NOTHING;
  const kept = [...new Map(given.map((node) => [node.name, node])).values()].sort(byName);
  const [only] = kept;
  if (kept.length === 1 && only) return only;
  return {
    name: sized(`(${kept.map(({ name }) => name).join('&')})`),
    empty: kept.every(({ empty }) => empty),
    derive: (code) => all(kept.map((each) => each.derive(code))),
  };
}

const not = (node: Node): Node => ({
  name: sized(`~${node.name}`),
  empty: !node.empty,
  derive: (code) => not(node.derive(code)),
});

function repeat(node: Node, least: number, most: number | null): Node {
  if (most === 0 || node === EMPTY) return EMPTY;
  if (node === NOTHING) return least === 0 ? EMPTY : NOTHING;
  const needed = node.empty ? 0 : least;
  return {
    name: sized(`${node.name}{${needed},${most}}`),
    empty: needed === 0,
    derive: (code) =>
      sequence(node.derive(code), repeat(node, Math.max(0, needed - 1), most === null ? null : most - 1)),
  };
}

const byName = (a: Node, b: Node): number => (a.name < b.name ? -1 : 1);

function sized(name: string): string {
  if (name.length > MAX_SIZE) throw tooComplex();
  return name;
}

const tooComplex = () =>
  malformed(
    `Determinizing the regular expression would result in more than ${MAX_STATES} states`,
    'Use fewer or smaller repetitions.',
  );

function nodeOf(regexp: Regexp): Node {
  switch (regexp.kind) {
    case 'nothing':
      return NOTHING;
    case 'empty':
      return EMPTY;
    case 'class':
      return character(regexp.ranges);
    case 'sequence':
      return regexp.of.reduceRight<Node>((rest, each) => sequence(nodeOf(each), rest), EMPTY);
    case 'union':
      return either(regexp.of.map(nodeOf));
    case 'intersection':
      return all(regexp.of.map(nodeOf));
    case 'repeat':
      return repeat(nodeOf(regexp.of), regexp.least, regexp.most);
    case 'complement':
      return not(nodeOf(regexp.of));
  }
}

interface State {
  readonly node: Node;
  readonly next: (State | undefined)[];
}

class Automaton {
  /** Where the expression begins to treat characters otherwise; all between two of them are alike. */
  readonly #limits: readonly number[];
  readonly #states = new Map<string, State>();
  readonly #start: State;

  constructor(regexp: Regexp) {
    this.#limits = [...new Set([0, ...limitsOf(regexp)])].sort((a, b) => a - b);
    this.#start = this.#state(nodeOf(regexp));
  }

  matches(text: string): boolean {
    let state = this.#start;
    for (const each of text) {
      const alike = this.#group(each.codePointAt(0) ?? 0);
      const known = state.next[alike];
      const next = known ?? this.#state(state.node.derive(this.#limits[alike] ?? 0));
      state.next[alike] = next;
      state = next;
    }
    return state.node.empty;
  }

  #state(node: Node): State {
    const known = this.#states.get(node.name);
    if (known !== undefined) return known;
    if (this.#states.size >= MAX_STATES) throw tooComplex();
    const made: State = { node, next: [] };
    this.#states.set(node.name, made);
    return made;
  }

  #group(code: number): number {
    let low = 0;
    let high = this.#limits.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#limits[middle] ?? 0) <= code) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function limitsOf(regexp: Regexp): readonly number[] {
  switch (regexp.kind) {
    case 'class':
      return regexp.ranges.flatMap(([first, last]) => (last < LAST_CODE_POINT ? [first, last + 1] : [first]));
    case 'sequence':
    case 'union':
    case 'intersection':
      return regexp.of.flatMap(limitsOf);
    case 'repeat':
    case 'complement':
      return limitsOf(regexp.of);
    default:
      return [];
  }
}
