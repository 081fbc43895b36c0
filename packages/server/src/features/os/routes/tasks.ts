import { fitsPattern } from '@datasarana/engine';
import { paceOf } from '../by-query/parameters.ts';
import { isTrue, list, type OsCall } from '../call.ts';
import type { Row } from '../cat/cells.ts';
import { print } from '../cat/table.ts';
import type { Body } from '../json-object.ts';
import { NODE } from '../named-nodes.ts';
import { illegal, missingResource } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { SPOKEN_VERSION } from '../spoken.ts';
import { shownTask, type Task, taskName } from '../tasks/task.ts';
import { onlyParameters } from '../unknown-parameters.ts';

const LISTING = ['actions', 'nodes', 'parent_task_id', 'detailed', 'group_by', 'wait_for_completion', 'timeout'];
const RESOURCE = 'resource_not_found_exception';

/** `node:number` */
function partsOf(name: string): { readonly node: string; readonly id: number } {
  const at = name.lastIndexOf(':');
  const id = Number(name.slice(at + 1));
  if (at < 1 || !Number.isInteger(id)) throw illegal(`malformed task id ${name}`);
  return { node: name.slice(0, at), id };
}

/** The tasks of the caller's tenant that the address means. */
function wanted({ tasks, scope, query }: OsCall): readonly Task[] {
  const actions = list(query.actions);
  const nodes = list(query.nodes);
  return tasks
    .of(scope)
    .filter(({ action }) => actions.length === 0 || actions.some((pattern) => fitsPattern(pattern, action)))
    .filter(() => nodes.length === 0 || nodes.some((node) => ['_all', '_local', NODE, tasks.node].includes(node)));
}

function listed(call: OsCall, found: readonly Task[], detailed: boolean): Body {
  const { tasks, services, query } = call;
  const { group_by: group = 'nodes' } = query;
  const shown = found.map((task) => shownTask(tasks.node, task, services.clock(), detailed));
  if (group === 'none') return { tasks: shown };
  const byName = Object.fromEntries(found.map(({ id }, i) => [taskName(tasks.node, id), shown[i]]));
  if (group === 'parents') return { tasks: byName };
  if (group !== 'nodes') throw illegal(`[group_by] must be one of [nodes], [parents] or [none] but was [${group}]`);
  if (found.length === 0) return { nodes: {} };
  const node = {
    name: NODE,
    transport_address: '127.0.0.1:9300',
    host: '127.0.0.1',
    ip: '127.0.0.1:9300',
    roles: ['cluster_manager', 'data', 'ingest'],
    tasks: byName,
  };
  return { nodes: { [tasks.node]: node } };
}

function all(call: OsCall): Body {
  onlyParameters(call, LISTING);
  return listed(call, wanted(call), isTrue(call.query.detailed));
}

async function one(call: OsCall): Promise<Body> {
  onlyParameters(call, ['wait_for_completion', 'timeout']);
  const { task: name = '' } = call.params;
  const { node, id } = partsOf(name);
  const running = node === call.tasks.node ? call.tasks.find(call.scope, id) : null;
  if (running !== null && isTrue(call.query.wait_for_completion)) await call.tasks.endOf(call.scope, id);
  else if (running !== null) {
    return { completed: false, task: shownTask(node, running, call.services.clock(), true) };
  }
  const kept = (await call.documents.names()).get('task', name);
  if (kept !== null) return kept;
  const reason = `task [${name}] isn't running and hasn't stored its results`;
  if (node === call.tasks.node) throw missingResource(RESOURCE, reason);
  throw missingResource(
    RESOURCE,
    `task [${name}] belongs to the node [${node}] which isn't part of the cluster and there is no record of the task`,
  );
}

/** The running task an address names, or the answer that there is none. */
function running(call: OsCall): Task | Body {
  const { task: name = '' } = call.params;
  const { node, id } = partsOf(name);
  const found = node === call.tasks.node ? call.tasks.find(call.scope, id) : null;
  if (found !== null) return found;
  const cause =
    node === call.tasks.node
      ? { type: RESOURCE, reason: `task [${name}] is not found` }
      : { type: 'no_such_node_exception', reason: `No such node [${node}]`, node_id: node };
  const failure = { type: 'failed_node_exception', reason: `Failed node [${node}]`, node_id: node, caused_by: cause };
  return { node_failures: [failure], nodes: {} };
}

const isTask = (found: Task | Body): found is Task => 'signal' in found;

function cancel(call: OsCall): Body {
  onlyParameters(call, ['actions', 'nodes', 'parent_task_id', 'wait_for_completion', 'timeout']);
  const found = call.params.task === undefined ? wanted(call) : running(call);
  if (!Array.isArray(found) && !isTask(found as Task | Body)) return found as Body;
  const ended = [found].flat() as readonly Task[];
  for (const task of ended) call.tasks.cancel(call.scope, task);
  return listed(call, ended, false);
}

function rethrottle(call: OsCall): Body {
  onlyParameters(call, ['requests_per_second', 'group_by']);
  const perSecond = paceOf(call.query);
  if (perSecond === undefined) throw illegal('requests_per_second is a required parameter');
  const found = running(call);
  if (!isTask(found)) return found;
  found.setPace(perSecond);
  return listed(call, [found], true);
}

const timeOfDay = (time: number): string => new Date(time).toISOString().slice(11, 19);

/** The tasks as a table. */
function table(call: OsCall): unknown {
  const { tasks, services, query } = call;
  const rows = wanted(call).map((task): Row => {
    const ran = Math.max(0, services.clock() - task.started);
    return {
      id: String(task.id),
      action: task.action,
      task_id: taskName(tasks.node, task.id),
      parent_task_id: '-',
      type: 'transport',
      start_time: String(task.started),
      timestamp: timeOfDay(task.started),
      running_time: { time: ran },
      running_time_ns: String(ran * 1_000_000),
      node_id: tasks.node,
      ip: '127.0.0.1',
      port: '9300',
      node: NODE,
      version: SPOKEN_VERSION,
      x_opaque_id: '-',
      description: task.description,
    };
  });
  const also = isTrue(query.detailed) ? ['description'] : [];
  return print(call, 'tasks', { rows, also });
}

export const taskRoutes: readonly OsRoute[] = [
  os('GET', 'read', '/_cat/tasks', table),
  os('GET', 'read', '/_tasks', all),
  os('GET', 'read', '/_tasks/:task', one),
  os('POST', 'write', ['/_tasks/_cancel', '/_tasks/:task/_cancel'], cancel),
  os(
    'POST',
    'write',
    ['/_reindex/:task/_rethrottle', '/_update_by_query/:task/_rethrottle', '/_delete_by_query/:task/_rethrottle'],
    rethrottle,
  ),
];
