import type { OsCall } from '../call.ts';
import type { Row } from '../cat/cells.ts';
import type { Body } from '../json-object.ts';

/** What stands for a pool of threads: the places in which searches take turns. What is told of it is the caller's tenant's. */
export const POOL = 'search';

const turnsOf = ({ services, scope }: OsCall) => services.search.searchTurns(scope);

export function poolInfo(call: OsCall): Body {
  const { places, mayWait } = turnsOf(call);
  return { [POOL]: { type: 'fixed', size: places, queue_size: mayWait } };
}

export function poolFigures(call: OsCall): Body {
  const { places, running, waiting, refused, mostRunning, done } = turnsOf(call);
  const figures = { queue: waiting, active: running, rejected: refused, largest: mostRunning, completed: done };
  return { [POOL]: { threads: places, ...figures } };
}

/** The same as cells of a table. */
export function poolCells(call: OsCall): Row {
  const { places, mayWait, running, waiting, refused, mostRunning, done } = turnsOf(call);
  const figures = {
    active: running,
    pool_size: places,
    queue: waiting,
    queue_size: mayWait,
    rejected: refused,
    largest: mostRunning,
    completed: done,
    size: places,
  };
  const cells = Object.entries(figures).map(([name, value]) => [name, String(value)] as const);
  return { name: POOL, type: 'fixed', ...Object.fromEntries(cells) };
}
