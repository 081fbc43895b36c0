import type { DocumentIndexes } from '@datasarana/engine';
import type { Scope } from '../../../access/scope.ts';
import { errorBody } from '../errors.ts';
import type { Body } from '../json-object.ts';
import { type Described, shownTask, type Task, taskName } from './task.ts';

/** How many ended tasks a tenant can still ask after. */
const KEPT = 100;

interface Running extends Task {
  cancelledAt: number | null;
  readonly controller: AbortController;
  readonly ended: Promise<unknown>;
}

/** Long work of every tenant, each seen by its own tenant alone. */
export class Tasks {
  /** The node tasks are named after. */
  readonly node: string;
  readonly #clock: () => number;
  readonly #running = new Map<string, Map<number, Running>>();
  readonly #next = new Map<string, number>();
  readonly #begun: number;

  readonly #onUnkept: (error: unknown) => void;

  /** `onUnkept` is told when the result of a task could not be kept. */
  constructor(node: string, clock: () => number, onUnkept: (error: unknown) => void) {
    this.node = node;
    this.#onUnkept = onUnkept;
    this.#clock = clock;
    this.#begun = clock();
  }

  /** Numbers go on where no earlier start of the platform can have been, so that kept results are never taken over. */
  #numberFor(tenant: string): number {
    const number = this.#next.get(tenant) ?? this.#begun;
    this.#next.set(tenant, number + 1);
    return number;
  }

  /** Begins work as a task; `ended` settles as the work does. */
  begin<T>(
    scope: Scope,
    { action, description, status = () => ({}), setPace = () => {} }: Described,
    work: (task: Task) => Promise<T>,
  ): { readonly task: Task; readonly ended: Promise<T> } {
    const { tenant } = scope;
    const own = this.#running.get(tenant) ?? new Map<number, Running>();
    this.#running.set(tenant, own);
    const controller = new AbortController();
    const id = this.#numberFor(tenant);
    const result = Promise.withResolvers<T>();
    const task: Running = {
      ...{ id, tenant, action, description, status, setPace, controller },
      started: this.#clock(),
      signal: controller.signal,
      cancelledAt: null,
      ended: result.promise.catch(() => undefined),
    };
    own.set(id, task);
    work(task)
      .then(result.resolve, result.reject)
      .finally(() => own.delete(id));
    return { task, ended: result.promise };
  }

  /** Begins work nobody waits for; what becomes of it is kept for who asks. @returns its name */
  start(scope: Scope, documents: DocumentIndexes, described: Described, work: (task: Task) => Promise<Body>): string {
    const { task } = this.begin(scope, described, async (begun) => {
      const outcome = await work(begun).then(
        (response) => ({ response }),
        (error: unknown) => ({ error: errorBody(error).body.error }),
      );
      const shown = shownTask(this.node, begun, this.#clock(), true);
      const body = { completed: true, task: shown, ...outcome };
      await keep(documents, taskName(this.node, begun.id), body).catch(this.#onUnkept);
    });
    return taskName(this.node, task.id);
  }

  of({ tenant }: Scope): readonly Task[] {
    return [...(this.#running.get(tenant)?.values() ?? [])];
  }

  find({ tenant }: Scope, id: number): Task | null {
    return this.#running.get(tenant)?.get(id) ?? null;
  }

  /** Waits until a task of the caller's tenant has ended and its result is kept. */
  async endOf({ tenant }: Scope, id: number): Promise<void> {
    await this.#running.get(tenant)?.get(id)?.ended;
  }

  cancel(scope: Scope, task: Task): void {
    const running = this.#running.get(scope.tenant)?.get(task.id);
    if (running === undefined || running.cancelledAt !== null) return;
    running.cancelledAt = this.#clock();
    running.controller.abort(new Error('by user request'));
  }

  /** Cancels everything and waits until it has ended. */
  async close(): Promise<void> {
    const all = [...this.#running.values()].flatMap((own) => [...own.values()]);
    for (const { controller } of all) controller.abort(new Error('The platform stops'));
    await Promise.all(all.map(({ ended }) => ended));
  }
}

/** Stores what became of a task; of too many the oldest are forgotten. */
async function keep(documents: DocumentIndexes, name: string, body: Body): Promise<void> {
  await documents.putName('task', name, body);
  const kept = [...(await documents.names()).all('task').keys()];
  for (const oldest of kept.slice(0, Math.max(0, kept.length - KEPT))) await documents.putName('task', oldest, null);
}
