import type { FieldDefinition } from '@datasarana/engine';
import { SYSTEM_FIELD_NAMES } from '@datasarana/schema';
import { type Cell, matchColumns } from '@datasarana/sources';
import { type ColumnChoice, fillablePaths, type PlannedColumn } from './column-plan.ts';

/** A row in whose late cells something stands that no field takes. */
export interface UntakenCell {
  readonly column: string;
  readonly reason: string;
}

/** Where the cells of a column that occurs late go: a place behind the planned columns, nowhere, or nowhere they may. */
type Place = number | 'left out' | 'untaken';

/**
 * Places behind the planned columns for the fields none of them fills: objects may have paths that none of the first ones had. What
 * matches such a field fills it, what matches none refuses its row.
 */
export class LateColumns {
  /** The places, in their order. */
  readonly plan: readonly PlannedColumn[];
  readonly #known: number;
  readonly #choice: ColumnChoice;
  readonly #guard: (paths: Iterable<string>) => void;
  /** By index of the late column, from the first one on. */
  readonly #places: Place[] = [];
  readonly #free: string[];

  /** `guard` throws when the caller may not write a field; it is asked about those that rows come for. */
  constructor(
    planned: readonly PlannedColumn[],
    fields: readonly FieldDefinition[],
    choice: ColumnChoice,
    guard: (paths: Iterable<string>) => void,
  ) {
    const filled = planned.flatMap(({ field }) => field ?? []);
    const isFilled = (path: string): boolean =>
      filled.some((other) => other === path || path.startsWith(`${other}.`) || other.startsWith(`${path}.`));
    const open = [...fillablePaths(fields)].filter(([path, { type }]) => type !== 'object' && !isFilled(path));
    this.plan = open.map(([path]) => ({ name: path, field: path }));
    this.#free = open.map(([path]) => path);
    this.#known = planned.length;
    this.#choice = choice;
    this.#guard = guard;
  }

  /** The row with each late cell in its place. */
  row(cells: readonly Cell[], columns: readonly string[]): readonly Cell[] | UntakenCell {
    const placed: Cell[] = cells.slice(0, this.#known);
    while (placed.length < this.#known + this.plan.length) placed.push(null);
    for (let at = this.#known; at < cells.length; at++) {
      const cell = cells[at] ?? null;
      if (cell === null) continue;
      const column = columns[at] ?? '';
      this.#places[at] ??= this.#placeOf(column);
      const place = this.#places[at];
      if (typeof place === 'number') placed[this.#known + place] = cell;
      else if (place === 'untaken') return { column, reason: `'${column}' matches no field of the template` };
    }
    return placed;
  }

  #placeOf(column: string): Place {
    if (SYSTEM_FIELD_NAMES.includes(column)) return 'left out';
    const [match] = matchColumns([column], this.#free);
    const field = match?.field ?? null;
    if (field === null) return this.#choice.ignoreUnknown ? 'left out' : 'untaken';
    this.#guard([field]);
    this.#free.splice(this.#free.indexOf(field), 1);
    return this.plan.findIndex((place) => place.field === field);
  }
}
