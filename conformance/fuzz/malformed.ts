import type { Call } from './calls.ts';
import type { Random } from './random.ts';
import type { Searches } from './searches.ts';
import type { Writes } from './writes.ts';

type Body = Readonly<Record<string, unknown>>;

const isMap = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value);

const WRONG: readonly unknown[] = [
  null,
  true,
  'nonsense',
  '',
  -1,
  0,
  1.5,
  1e30,
  2 ** 31,
  -(2 ** 31) - 1,
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  '-5',
  'true',
  [1, 2],
];

/** Makes calls that are wrong at one place: a value of another type, a name nobody knows, something left out. */
export class Malformed {
  readonly #random: Random;
  readonly #searches: Searches;
  readonly #writes: Writes;

  constructor(random: Random, searches: Searches, writes: Writes) {
    this.#random = random;
    this.#searches = searches;
    this.#writes = writes;
  }

  calls(): readonly Call[] {
    const random = this.#random;
    if (random.chance(0.8)) {
      const body = this.#damaged(this.#searches.search());
      return [{ method: 'POST', path: '/_search?request_cache=false', body }];
    }
    const calls = this.#writes.calls();
    const at = random.int(0, calls.length - 1);
    return calls.map((call, i) => (i === at ? this.#wrongCall(call) : call));
  }

  #wrongCall(call: Call): Call {
    const { body, lines } = call;
    if (lines !== undefined) {
      const at = this.#random.int(0, lines.length - 1);
      return { ...call, lines: lines.map((line, i) => (i === at ? this.#damaged(line) : line)) };
    }
    return body === undefined ? call : { ...call, body: this.#damaged(body) };
  }

  #damaged(body: unknown): unknown {
    const places = countPlaces(body);
    const made = this.#at(body, this.#random.int(1, Math.max(1, places - 1)));
    return goesRoundTheGlobe(made) ? this.#damaged(body) : made;
  }

  /** The body with its place number `n`, counted depth first, made wrong. */
  #at(body: unknown, n: number): unknown {
    if (n === 0) return this.#wrong(body);
    let left = n - 1;
    const inside = (value: unknown): unknown => {
      const places = countPlaces(value);
      const made = left >= 0 && left < places ? this.#at(value, left) : value;
      left -= places;
      return made;
    };
    if (Array.isArray(body)) return body.map(inside);
    if (!isMap(body)) return body;
    return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, inside(value)]));
  }

  #wrong(value: unknown): unknown {
    const random = this.#random;
    if (isMap(value) && random.chance(0.4)) {
      const keys = Object.keys(value);
      if (keys.length === 0 || random.chance(0.4))
        return { ...value, no_such_name: random.pick<unknown>([1, 'x', {}, []]) };
      const key = random.pick(keys);
      const { [key]: member, ...rest } = value;
      return random.chance(0.5) ? rest : { ...rest, [`${key}x`]: member };
    }
    if (random.chance(0.1)) return [value];
    if (Array.isArray(value) && value.length > 0 && random.chance(0.3)) return value[0];
    return random.pick(WRONG);
  }
}

/** Whether a line goes on far beyond the globe; cutting it at every turn takes OpenSearch all of its memory. */
function goesRoundTheGlobe(body: unknown): boolean {
  if (Array.isArray(body)) return body.some(goesRoundTheGlobe);
  if (!isMap(body)) return false;
  const { type, coordinates } = body;
  const isFar = (at: unknown): boolean => (Array.isArray(at) ? at.some(isFar) : Math.abs(Number(at)) > 1e5);
  return (type === 'linestring' && isFar(coordinates)) || Object.values(body).some(goesRoundTheGlobe);
}

function countPlaces(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + countPlaces(each), 1);
  if (!isMap(value)) return 1;
  return Object.values(value).reduce((sum: number, each) => sum + countPlaces(each), 1);
}
