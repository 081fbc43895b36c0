import type { IngestorHost } from '@datasarana/schema';
import { giveMemoryBack, Rest } from './memory.ts';
import { clientFor } from './sending/push.ts';
import type { Service } from './tasks/service.ts';
import { taskReply } from './tasks/task-reply.ts';
import type { Tasks } from './tasks/tasks.ts';

const EVERY_MS = 10_000;

/** Tells the platform how the service and its tasks fare, with each token about the tasks of its template; gives memory back when work has ended. */
export class Reports {
  readonly #service: Service;
  readonly #tasks: Tasks;
  readonly #facts: () => IngestorHost;
  readonly #rest = new Rest();
  #timer: NodeJS.Timeout | null = null;

  constructor(service: Service, tasks: Tasks, facts: () => IngestorHost) {
    this.#service = service;
    this.#tasks = tasks;
    this.#facts = facts;
  }

  start(): void {
    const beat = (): void => {
      if (this.#rest.begins(this.#rowsRead())) giveMemoryBack();
      // the next report comes soon; what stands in its way is told where rows are sent
      this.tell().catch(() => {});
    };
    this.#timer = setInterval(beat, EVERY_MS);
    beat();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  #rowsRead(): number {
    return this.#tasks
      .list()
      .flatMap(({ sources }) => sources)
      .reduce((sum, { counts }) => sum + counts.read, 0);
  }

  async tell(): Promise<void> {
    const held = this.#tasks.list();
    const { id: service_id, name, version, service_ip, load, memory, rss } = this.#facts();
    for (const task of held) {
      const { sources, counts, waiting, rate, state, template } = taskReply(this.#service, this.#tasks, task);
      const idle = sources.find((source) => source.idle !== null)?.idle ?? null;
      const body = {
        service_id,
        name,
        version,
        service_ip,
        load,
        memory,
        rss,
        task_ids: held.map(({ id }) => id),
        tasks: [
          { id: task.id, template: template.id, state, ...counts, waiting, rate, idle: idle?.slice(0, 500) ?? null },
        ],
      };
      await clientFor(this.#service.settings.platform, task.template).call('ingestor.report', { body, timeout: 5000 });
    }
  }
}
