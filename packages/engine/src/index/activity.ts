/** What was done with an index since the platform was started; counted in memory alone, and forgotten with the index. */
export interface Activity {
  /** Documents that were written, and writes that were refused. */
  readonly indexed: number;
  readonly refused: number;
  readonly deleted: number;
  readonly queries: number;
  /** Milliseconds all of them took. */
  readonly queryMs: number;
  /** Documents asked for by their ids that were there, and that were not. */
  readonly found: number;
  readonly missed: number;
}

const NONE: Activity = { indexed: 0, refused: 0, deleted: 0, queries: 0, queryMs: 0, found: 0, missed: 0 };

/** What was done with several indexes. */
export function sumOfActivity(all: readonly Partial<Activity>[]): Activity {
  const sum = { ...NONE };
  for (const each of all) for (const part of Object.keys(each) as (keyof Activity)[]) sum[part] += each[part] ?? 0;
  return sum;
}

/** The activity of every index of a tenant. */
export class Activities {
  readonly #known = new Map<string, Activity>();

  of(name: string): Activity {
    return this.#known.get(name) ?? NONE;
  }

  add(name: string, more: Partial<Activity>): void {
    this.#known.set(name, sumOfActivity([this.of(name), more]));
  }

  forget(name: string): void {
    this.#known.delete(name);
  }
}
