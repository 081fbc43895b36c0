import path from 'node:path';
import { conflict, PlatformError, ReplyCode } from '@datasarana/schema';
import type { Source } from '@datasarana/sources';
import { clientFor } from '../sending/push.ts';
import { withKeptPassword } from './password.ts';
import { placeOf, type TaskDraft } from './read-task.ts';
import { Runner } from './runner.ts';
import type { Service } from './service.ts';
import { asideOf } from './set-aside.ts';
import { type HeldSource, type HeldTask, keyOf } from './task.ts';
import { configReply, versionOf } from './task-config.ts';

const exists = (message: string): PlatformError =>
  new PlatformError(message, { code: ReplyCode.TaskExists, type: 'conflict', http: 409 });

/** ING-15. */
const noTask = (): PlatformError =>
  new PlatformError('Task does not exists', { code: ReplyCode.NotFound, type: 'not_found', http: 404 });

/** ING-14. */
const noConfiguration = (): PlatformError =>
  new PlatformError(
    'The configuration does not exist on the ingestor, you can add this source to enable ingestion through this service',
    { code: ReplyCode.ConfigurationMissing, type: 'not_found', http: 404 },
  );

/** A place however it is spelled: `/in/../in/a.csv` is `/in/a.csv`. */
const oneSpelling = (source: Source): string => (source.db ? placeOf(source) : path.resolve(placeOf(source)));

/** All tasks of the service: added, started, stopped, and taken up again after a restart. */
export class Tasks {
  readonly #service: Service;
  readonly #runners = new Map<string, Runner>();

  constructor(service: Service) {
    this.#service = service;
  }

  /** Takes up what was at work when the process ended. */
  resume(): void {
    for (const { sources, template } of this.#service.progress.tasks())
      for (const source of sources)
        if (source.state === 'Started' || source.state === 'Submitted') this.#run(source, template);
  }

  /** Ends all work and keeps every state, so that the next start goes on. */
  async close(): Promise<void> {
    await Promise.all([...this.#runners.values()].map((runner) => runner.stop()));
    this.#runners.clear();
  }

  list(): readonly HeldTask[] {
    return this.#service.progress.tasks();
  }

  runnerOf(source: HeldSource): Runner | undefined {
    return this.#runners.get(keyOf(source));
  }

  /** @throws PlatformError 1002 (ING-12, ING-13) */
  add({ task, template, source, settings }: TaskDraft): HeldTask {
    const { progress, console, now } = this.#service;
    const held = progress.task(task);
    if (held?.template.id !== undefined && held.template.id !== template.id) throw exists('Task already exist');
    if (held?.sources.some(({ id }) => id === source.id)) throw exists('Task already exist');
    const place = placeOf(source);
    this.#refuseTwice(template.id, source);
    this.refuseForeignFolder(source);
    progress.add(task, template, source, settings, now());
    console.state({ task, id: source.id }, `Created: ${place}`);
    return this.#task(task);
  }

  /** ING-13: a place is watched once for a template. @throws PlatformError 1002 */
  #refuseTwice(template: string, source: Source): void {
    const others = this.list().flatMap((task) => (task.template.id === template ? task.sources : []));
    if (others.some((other) => other.id !== source.id && oneSpelling(other.source) === oneSpelling(source)))
      throw exists('File with specified name or pattern already been added');
  }

  /** @throws PlatformError 31/409 for files outside the folders that may be watched */
  refuseForeignFolder(source: Source): void {
    const { folders } = this.#service.settings;
    const place = source.db ? (source.db.file ?? null) : placeOf(source);
    if (place === null || folders.length === 0) return;
    const inside = folders.some((folder) => place.startsWith(`${folder}/`) && !place.split('/').includes('..'));
    if (!inside)
      throw conflict(
        `${place} lies outside the folders this service may watch: ${folders.join(', ')}. INGESTOR_FOLDERS names them.`,
      );
  }

  #task(id: string): HeldTask {
    const task = this.#service.progress.task(id);
    if (!task) throw noTask();
    return task;
  }

  /** Configuration held for the id of a task or source (ING-07). @throws PlatformError 991 */
  config(id: string): { readonly task: HeldTask; readonly sources: readonly HeldSource[] } {
    for (const task of this.list()) {
      if (task.id === id) return { task, sources: task.sources };
      const sources = task.sources.filter((source) => source.id === id);
      if (sources.length > 0) return { task, sources };
    }
    throw noConfiguration();
  }

  /**
   * Puts a new definition in place of a source's old one. What was read stays; a source that ran runs on by the new one.
   * @param version of the task that the definition was made from; missing = whatever is held
   * @throws PlatformError 991 when there is no such source, 1002 (ING-13), 31/409 when the task was changed since (REC-38)
   */
  async change(
    { task: id, source: given, settings }: Omit<TaskDraft, 'template'>,
    version?: string,
  ): Promise<HeldTask> {
    this.#refuseOlder(id, version);
    const held = this.#task(id).sources.find((one) => one.id === given.id);
    if (!held) throw noConfiguration();
    const { progress, console } = this.#service;
    const source = withKeptPassword(given, held.source);
    this.#refuseTwice(this.#task(id).template.id, source);
    this.refuseForeignFolder(source);
    const ran = this.#runners.has(keyOf(held));
    await this.#stop(held);
    try {
      // somebody else may have been faster while it came to rest
      this.#refuseOlder(id, version);
      if (placeOf(source) !== placeOf(held.source))
        for (const input of progress.inputs(held))
          if (input.state === 'waiting') progress.forgetInput(held, input.name);
      progress.change(held, source, settings);
      console.state(held, `Changed: ${placeOf(source)}`);
    } finally {
      if (ran) this.start(id, held.id);
    }
    return this.#task(id);
  }

  #refuseOlder(id: string, version: string | undefined): void {
    const task = this.#task(id);
    if (version === undefined || version === versionOf(task)) return;
    const told = configReply({ task, sources: task.sources });
    throw conflict('The task was changed elsewhere after its configuration was read', told);
  }

  /** Gives a task another token to sign in with; what ran runs on. @throws PlatformError 34/404 'Task does not exists' */
  async renew(id: string, token: string): Promise<HeldTask> {
    const { template, sources } = this.#task(id);
    const ran = sources.filter((source) => this.#runners.has(keyOf(source)));
    for (const source of ran) await this.#stop(source);
    this.#service.progress.keepTemplate(id, { ...template, token });
    this.#service.console.state({ task: id }, 'Signs in with another token');
    for (const source of ran) this.start(id, source.id);
    return this.#task(id);
  }

  /** @throws PlatformError 34/404 'Task does not exists' */
  start(id: string, source?: string): HeldTask {
    const task = this.#task(id);
    for (const held of chosen(task, source)) this.#start(held, task);
    return this.#task(id);
  }

  #start(source: HeldSource, { template }: HeldTask): void {
    const { progress, console } = this.#service;
    if (this.#runners.has(keyOf(source))) return;
    // TSK-04: only from Stopped a source goes straight back to Started
    const state = source.state === 'Stopped' ? 'Started' : 'Submitted';
    progress.turn(source, state);
    // the task, or the template, may take by now what it did not
    progress.retryAside(source, this.#service.now());
    console.state(source, state);
    this.#run({ ...source, state }, template);
  }

  #run(source: HeldSource, template: HeldTask['template']): void {
    const { progress, console, settings } = this.#service;
    const runner = new Runner(this.#service, source, template, clientFor(settings.platform, template));
    this.#runners.set(keyOf(source), runner);
    runner.start((fault) => {
      this.#runners.delete(keyOf(source));
      try {
        progress.turn(source, 'Stopped', fault);
      } catch (cause) {
        // on a full disk; the others go on, and this one at the next start
        console.error(source, `Its end could not be noted: ${cause instanceof Error ? cause.message : cause}`);
      }
      if (fault) console.error(source, `Stopped: ${fault}`);
      else console.state(source, endOf(asideOf(progress, source)));
    });
  }

  /** @throws PlatformError 34/404 'Task does not exists' */
  async stop(id: string, source?: string): Promise<HeldTask> {
    for (const held of chosen(this.#task(id), source)) await this.#stop(held);
    return this.#task(id);
  }

  async #stop(source: HeldSource): Promise<void> {
    const runner = this.#runners.get(keyOf(source));
    if (!runner) return;
    this.#runners.delete(keyOf(source));
    await runner.stop();
    this.#service.progress.turn(source, 'Stopped');
    this.#service.console.state(source, 'Stopped');
  }

  /** Stops a task and forgets it with its progress. */
  async remove(id: string): Promise<void> {
    const task = await this.stop(id);
    const { progress, spool, console } = this.#service;
    await spool.remove(progress.remove(task.id));
    console.state({ task: id }, 'Removed');
    console.forget(task.id);
  }

  startAll(): readonly HeldTask[] {
    return this.list().map(({ id }) => this.start(id));
  }

  async stopAll(): Promise<readonly HeldTask[]> {
    return Promise.all(this.list().map(({ id }) => this.stop(id)));
  }
}

const endOf = (aside: string | null): string =>
  `Stopped: ${aside === null ? 'everything' : `${aside}, everything else`} was read and sent`;

function chosen({ sources }: HeldTask, source: string | undefined): readonly HeldSource[] {
  if (source === undefined) return sources;
  const found = sources.filter(({ id }) => id === source);
  if (found.length === 0) throw noTask();
  return found;
}
