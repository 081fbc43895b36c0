import { type IngestorHost, type IngestorServices, malformed } from '@datasarana/schema';
import type { Source } from '@datasarana/sources';
import { nextRuns } from '@datasarana/sources/schedule';
import { withKeptPassword } from '../tasks/password.ts';
import { isToken, readLook, readTask } from '../tasks/read-task.ts';
import type { Service } from '../tasks/service.ts';
import { stateOfTask } from '../tasks/task.ts';
import { configReply } from '../tasks/task-config.ts';
import { taskReply } from '../tasks/task-reply.ts';
import type { Tasks } from '../tasks/tasks.ts';
import { trySource } from '../tasks/try-source.ts';
import { bearerOf } from './guard.ts';
import type { Pairing } from './pairing.ts';
import { LocalDownload, type LocalRoutes } from './server.ts';
import { takeUpload } from './upload.ts';
import { giveUpload } from './uploaded-files.ts';

const textIn = (body: unknown, name: string): string | undefined => {
  const value = Object(body)[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const idIn = (body: unknown): string => {
  const id = textIn(body, 'id');
  if (id === undefined) throw malformed('The body must hold the id of a task.');
  return id;
};

/** The source of a body of `/local/look`; one that is held keeps its password. */
async function lookedAt(body: unknown, tasks: Tasks): Promise<Source> {
  const source = await readLook(Object(body).source);
  const held = tasks.list().flatMap(({ sources }) => sources.filter(({ id }) => id === source.id))[0];
  return held ? withKeptPassword(source, held.source) : source;
}

/** The calls of the local service (ING-01…08), and beside them pairing, removal and logs. */
export function localRoutes(service: Service, tasks: Tasks, pairing: Pairing, facts: () => IngestorHost): LocalRoutes {
  const told = () => tasks.list().map((task) => taskReply(service, tasks, task));
  const one = (id: string) => told().find((task) => task.id === id);
  return {
    'POST /local/pair': {
      open: true,
      handle: async ({ body }) => ({ key: pairing.pair(textIn(await body(), 'code') ?? '') }),
    },
    'POST /local/unpair': {
      handle: async ({ body, request }) => ({
        unpaired: pairing.unpair(Object(await body()).all === true ? undefined : bearerOf(request)),
      }),
    },
    'GET /local/services': {
      handle: (): IngestorServices => ({
        services: [{ ...facts(), refused: service.refused.told() }],
        running_tasks: tasks.list().flatMap((task) => (stateOfTask(task) === 'Started' ? [task.id] : [])),
        tasks: told(),
      }),
    },
    'POST /local/add': {
      handle: async ({ body }) => one(tasks.add(await readTask(await body())).id),
    },
    'POST /local/look': {
      handle: async ({ body }) => {
        const source = await lookedAt(await body(), tasks);
        tasks.refuseForeignFolder(source);
        return trySource(source, service.settings.folders);
      },
    },
    'GET /local/schedule': { handle: ({ query }) => ({ next: nextRuns(query.get('at') ?? '', service.now()) }) },
    'POST /local/change': {
      handle: async ({ body }) => {
        const given = await body();
        const id = idIn(given);
        const { task } = tasks.config(id);
        const draft = await readTask({ source: Object(given).source, template: task.template });
        return one((await tasks.change({ ...draft, task: id }, textIn(given, 'version'))).id);
      },
    },
    'POST /local/token': {
      handle: async ({ body }) => {
        const given = await body();
        const token = textIn(given, 'token') ?? '';
        if (!isToken(token)) throw malformed('The body must hold token, an API token that may write to the template.');
        return one((await tasks.renew(idIn(given), token)).id);
      },
    },
    'POST /local/start': {
      handle: async ({ body }) => {
        const given = await body();
        return one(tasks.start(idIn(given), textIn(given, 'source')).id);
      },
    },
    'POST /local/stop': {
      handle: async ({ body }) => {
        const given = await body();
        return one((await tasks.stop(idIn(given), textIn(given, 'source'))).id);
      },
    },
    'POST /local/remove': {
      handle: async ({ body }) => {
        const id = idIn(await body());
        await tasks.remove(id);
        return { id };
      },
    },
    'POST /local/start_all': { handle: () => tasks.startAll().flatMap(({ id }) => one(id) ?? []) },
    'POST /local/stop_all': { handle: async () => (await tasks.stopAll()).flatMap(({ id }) => one(id) ?? []) },
    'GET /local/config': { handle: ({ query }) => configReply(tasks.config(query.get('id') ?? '')) },
    'POST /local/upload': {
      handle: async ({ request }) => {
        const uploaded = await takeUpload(request, service.settings.data);
        const ids = uploaded.type === 'map' ? [uploaded.id] : [uploaded.id, ...uploaded.ids];
        await giveUpload(
          service,
          uploaded,
          ids.flatMap((id) => tasks.config(id).sources),
        );
        return { name: uploaded.name, size: uploaded.size, sha256: uploaded.sha256 };
      },
    },
    'GET /local/logs': {
      handle: ({ query }) => new LocalDownload(service.console.log(query.get('id') ?? ''), 'ingestor-log.ndjson'),
    },
  };
}
