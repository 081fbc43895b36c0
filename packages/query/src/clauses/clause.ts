import type { JsonObject } from '../reading/json.ts';

/** What a clause may need of its surroundings while it is parsed; `Q` is the union of all clauses. */
export interface ClauseContext<Q> {
  /** Parses a clause that stands inside this one, one level deeper. */
  readonly query: (value: unknown, path: string) => Q;
}

/** How one clause is read from DSL and written back; registered by kind in `query.ts`. */
export interface Clause<N, Q> {
  readonly parse: (value: unknown, path: string, context: ClauseContext<Q>) => N;
  /** The value that stands below the clause's name. */
  readonly print: (node: N, print: (query: Q) => JsonObject) => JsonObject;
}

/** `boost` as printed: only when it is not the default. */
export const boostOf = (node: { readonly boost: number }): number | undefined =>
  node.boost === 1 ? undefined : node.boost;
