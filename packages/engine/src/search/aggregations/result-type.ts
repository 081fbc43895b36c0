import type { AggregationResult } from '../response.ts';

/** Is the object it is given, so that a class beneath can put a private field on that. */
class Given {
  constructor(given: object) {
    // biome-ignore lint/correctness/noConstructorReturn: the one way to a private field on an object that is there already
    return given;
  }
}

/** A private field is seen by nobody else, and costs a tenth of a WeakMap, which the garbage collector goes through again and again. */
class Typed extends Given {
  #type: string;

  private constructor(result: object, type: string) {
    super(result);
    this.#type = type;
  }

  static note(result: object, type: string): void {
    if (#type in result) result.#type = type;
    else new Typed(result, type);
  }

  static of(result: object): string | undefined {
    return #type in result ? result.#type : undefined;
  }
}

/**
 * Notes OpenSearch's name for the shape of a result: `sterms`, `tdigest_percentiles`, `simple_value` … Names stand beside
 * results, not in them, so that an answer shows them only when asked to.
 */
export function typed<R extends AggregationResult>(result: R, type: string): R {
  Typed.note(result, type);
  return result;
}

export const typeOf = (result: unknown): string | undefined =>
  typeof result === 'object' && result !== null ? Typed.of(result) : undefined;

type Results = Readonly<Record<string, unknown>>;

/** Aggregations of an answer with OpenSearch's `typed_keys`: `sterms#name` for every name, at every depth. */
export function withTypedKeys(results: Results): Results {
  return Object.fromEntries(
    Object.entries(results).map(([name, value]) => {
      const type = typeOf(value);
      return [type === undefined ? name : `${type}#${name}`, inside(value)];
    }),
  );
}

function inside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inside);
  return isPlain(value) ? withTypedKeys(value) : value;
}

/** Documents as they were sent and numbers that keep their digits are objects of other kinds, with no names in them. */
const isPlain = (value: unknown): value is Results =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
