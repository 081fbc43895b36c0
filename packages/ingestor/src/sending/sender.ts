import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { BatchAnswer, Client } from '@datasarana/client';
import type { Waiting } from '../state/rows.ts';
import { Bell, backoff } from '../tasks/pause.ts';
import { type Pace, setAside } from '../tasks/reading.ts';
import type { Service } from '../tasks/service.ts';
import type { HeldSource, TaskTemplate } from '../tasks/task.ts';
import { type Pushed, push } from './push.ts';
import { Rate } from './rate.ts';

const unpack = promisify(gunzip);

/** TSK-05: pause between batches with slow_mo. */
const SLOW_MO_MS = 1000;

/** A row that made a source with on_error Stop stop. */
export interface BadRow {
  readonly waiting: Waiting;
  /** Good rows of the batch before it. */
  readonly rowsBefore: number;
  readonly reason: string;
}

/** Sends what a source has on disk, in its order, one batch at a time. */
export class Sender {
  readonly #service: Service;
  readonly #source: HeldSource;
  readonly #template: TaskTemplate;
  readonly #client: Client;
  readonly #pace: Pace;
  readonly rate: Rate;
  /** Rung when something was spooled. */
  readonly filled = new Bell();
  /** Rung when a batch went away. */
  readonly emptied = new Bell();
  /** Why sending waits; null = it does not. */
  trouble: string | null = null;
  away = false;

  constructor(service: Service, source: HeldSource, template: TaskTemplate, client: Client, pace: Pace) {
    this.#service = service;
    this.#source = source;
    this.#template = template;
    this.#client = client;
    this.#pace = pace;
    this.rate = new Rate(service.now);
  }

  /** Sends until the signal aborts, or a bad row stops the source. */
  async run(signal: AbortSignal): Promise<BadRow | null> {
    let tries = 0;
    while (!signal.aborted) {
      const waiting = this.#service.progress.head(this.#source);
      if (!waiting) {
        await this.filled.wait(60_000, signal);
        continue;
      }
      const asked = this.#source.settings.on_error === 'Stop' ? await this.#push(waiting, signal, true) : null;
      if (asked?.kind === 'stored' && asked.ledger.rejected > 0) return this.#badRow(waiting, asked.ledger);
      const pushed = asked && asked.kind !== 'stored' ? asked : await this.#push(waiting, signal);
      if (pushed === null) continue;
      tries = pushed.kind === 'later' ? tries + 1 : 0;
      if (pushed.kind === 'stored') await this.#stored(waiting, pushed);
      else if (pushed.kind === 'refused') {
        if (this.#source.settings.on_error === 'Stop') return { waiting, rowsBefore: 0, reason: pushed.reason };
        await this.#refused(waiting, pushed.reason);
      } else await this.#later(pushed, tries, signal);
      this.emptied.ring();
      if (pushed.kind === 'stored' && this.#source.settings.slow_mo) await this.#service.pause(SLOW_MO_MS, signal);
    }
    return null;
  }

  async #push(waiting: Waiting, signal: AbortSignal, dryRun = false): Promise<Pushed | null> {
    const file = this.#service.spool.path(waiting.file);
    return this.#service.pushes
      .through(async () => {
        if (signal.aborted) return null;
        return push(this.#client, this.#template, waiting, file, { signal, dryRun });
      })
      .catch((cause: unknown) => {
        if (signal.aborted) return null;
        throw cause;
      });
  }

  async #stored(waiting: Waiting, { ledger, took }: Extract<Pushed, { readonly kind: 'stored' }>): Promise<void> {
    const { progress, spool, console } = this.#service;
    if (this.trouble) console.state(this.#source, 'The platform takes rows again');
    this.trouble = null;
    this.away = false;
    this.#pace.note(took);
    const { read, accepted, replaced, unchanged, rejected } = ledger;
    const counts = { read: read + waiting.aside, accepted, replaced, unchanged, rejected: rejected + waiting.aside };
    progress.acknowledged(this.#source, waiting, counts);
    this.rate.note(counts.read);
    await spool.remove([waiting.file]);
    console.data(this.#source, `${waiting.input} from line ${waiting.line}: ${told(counts)}`, counts);
    for (const { line, field, reason } of ledger.errors.slice(0, 5))
      console.error(this.#source, `${waiting.input}, line ${lineOf(waiting, line)}, ${field}: ${reason}`, 'warning');
  }

  /** The rows themselves are refused: the input is set aside with the cause, what waits of it is taken back. */
  async #refused(waiting: Waiting, reason: string): Promise<void> {
    const { progress, spool } = this.#service;
    const input = progress.input(this.#source, waiting.input);
    if (!input) return;
    await spool.remove(progress.takeBack(this.#source, waiting, { ...input, ...waiting.before }));
    setAside(this.#service, this.#source, { ...input, ...waiting.before }, reason);
  }

  async #later(
    { reason, away }: Extract<Pushed, { readonly kind: 'later' }>,
    tries: number,
    signal: AbortSignal,
  ): Promise<void> {
    const ms = backoff(tries);
    const trouble = away ? `The platform is away: ${reason}` : `The platform does not take it: ${reason}`;
    if (this.trouble !== trouble) this.#service.console.error(this.#source, `${trouble} Rows wait on disk.`, 'warning');
    this.trouble = trouble;
    this.away = true;
    this.emptied.ring();
    await this.#service.pause(ms, signal);
  }

  /** The ledger was asked for first: with on_error Stop not one row from the first bad one on may be stored. */
  async #badRow(waiting: Waiting, ledger: BatchAnswer): Promise<BadRow> {
    const [first] = [...ledger.errors].sort((a, b) => a.line - b.line);
    const line = first?.line ?? 2;
    const text = (await unpack(await readFile(this.#service.spool.path(waiting.file)))).toString('utf8');
    const delimiter = waiting.query.delimiter ?? ',';
    const { splitRows } = await import('@datasarana/sources');
    const rowsBefore = splitRows(text, delimiter).lines.filter((start) => start < line).length - 1;
    const where = `${waiting.input}, line ${lineOf(waiting, line)}`;
    return {
      waiting,
      rowsBefore: Math.max(0, rowsBefore),
      reason: `${where}: ${first?.field ?? ''}: ${first?.reason ?? ''}`,
    };
  }
}

/** A batch begins with its header row. */
const lineOf = (waiting: Waiting, line: number): number => waiting.line + line - 2;

const told = ({ read, accepted, replaced, unchanged, rejected }: Omit<BatchAnswer, 'batch' | 'errors'>): string =>
  `${read} rows = ${accepted} new + ${replaced} replaced + ${unchanged} unchanged + ${rejected} rejected`;
