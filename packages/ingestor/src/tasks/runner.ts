import type { Client } from '@datasarana/client';
import type { IngestorTrouble } from '@datasarana/schema';
import { LONGEST_WAIT_MS, nextLook } from '@datasarana/sources/schedule';
import { openInput } from '../reading/open-input.ts';
import { giveBack } from '../sending/give-back.ts';
import { Sender } from '../sending/sender.ts';
import type { BadRow } from '../sending/unstored.ts';
import type { Input } from '../state/rows.ts';
import { fullness } from './fullness.ts';
import { type Look, Looker, nothing, restAfter } from './look.ts';
import { faultOf, isOfTheMachine } from './machine.ts';
import { isDue } from './pause.ts';
import { Pool } from './pool.ts';
import { placeOf } from './read-task.ts';
import { Pace, readInput } from './reading.ts';
import type { Service } from './service.ts';
import { setAside } from './set-aside.ts';
import { spoolBatch, taken } from './spooling.ts';
import { SourceStopped } from './stopped.ts';
import type { HeldSource, TaskTemplate } from './task.ts';

/** Batches that lie ready, those on their way among them, while the platform takes them; more only while it is away. */
const AHEAD = 4;

/** ms after which a disk that refused what was to be noted is asked again. */
const DISK_MS = 2000;

/** Whether a file that was put aside has chances left. */
const isTriedAgain = ({ state, again }: Input): boolean => state === 'aside' && again > 0;

/** One source at work: reads ahead of what it sends, until it is stopped or, with mode Once, through. */
export class Runner {
  readonly #service: Service;
  readonly #source: HeldSource;
  readonly #pace = new Pace();
  readonly #looker: Looker;
  readonly #sender: Sender;
  readonly #ended = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #idle: string | null = null;
  /** The last look found nothing to read any more: what waits is on its way. */
  #isAllRead = false;
  /** What stands in the way of reading. */
  #trouble: string | null = null;
  /** Why not all files were seen, as it was told last. */
  #closed: string | null = null;
  /** ms until the next look. */
  #again = 0;
  /** When it began, by the clock: its first turn is the next one of its schedule. */
  #began = 0;
  /** A bad row stopped it: nothing more is read. */
  #halted = false;

  constructor(service: Service, source: HeldSource, template: TaskTemplate, client: Client) {
    this.#service = service;
    this.#source = source;
    this.#looker = new Looker(service);
    this.#sender = new Sender(service, source, template, client, this.#pace);
  }

  /** `onStopped` is told when the source came to its end by itself. */
  start(onStopped: (fault: string | null) => void): void {
    this.#began = this.#service.now();
    const signal = this.#ended.signal;
    const ended = (fault: string | null): void => {
      if (signal.aborted) return;
      this.#ended.abort();
      onStopped(fault);
    };
    const failed = (cause: unknown): void => {
      if (!(cause instanceof SourceStopped))
        this.#service.console.error(
          this.#source,
          `It broke off: ${cause instanceof Error ? cause.stack : String(cause)}`,
        );
      ended(cause instanceof Error ? cause.message : String(cause));
    };
    const sending = this.#sender.run(signal).then(async (bad) => {
      this.#halted = bad !== null;
      if (bad) ended(await this.#stopAt(bad));
    }, failed);
    const reading = this.#read(signal).then((through) => {
      if (through) ended(null);
    }, failed);
    this.#running = Promise.all([sending, reading]).then(() => {});
  }

  /** Ends reading and sending; a batch on its way is given up and sent again at the next start. */
  async stop(): Promise<void> {
    this.#ended.abort();
    await this.#running;
  }

  get rate(): number {
    return this.#sender.rate.perSecond;
  }

  /** Why nothing moves; null = rows do. */
  get idle(): string | null {
    const isSending = this.#isAllRead && this.#service.progress.waiting(this.#source).batches > 0;
    return this.trouble?.text ?? (isSending ? null : this.#idle);
  }

  get trouble(): IngestorTrouble | null {
    return this.#sender.trouble ?? (this.#trouble === null ? null : { kind: 'place', text: this.#trouble });
  }

  /** Answers whether a source with mode Once is through. */
  async #read(signal: AbortSignal): Promise<boolean> {
    const { settings } = this.#source;
    let last: number | null = null;
    while (!signal.aborted && !this.#halted) {
      const through = await this.#turn(last, signal).catch((cause: unknown) => this.#refusedByDisk(cause));
      if (through === null) return false;
      if (through && settings.schedule !== 'Immediately') last = this.#service.now();
      if (through && settings.mode === 'Once') return !this.#halted;
      if (!through || settings.schedule !== 'Cron') await this.#service.pause(this.#again, signal);
    }
    return false;
  }

  /** Reads all that is due when its turn has come; null when it is not to come any more. */
  async #turn(last: number | null, signal: AbortSignal): Promise<boolean | null> {
    if (!(await this.#waitForTurn(last, signal))) return null;
    const read = await this.#readDue(signal);
    if (!read || this.#source.settings.mode !== 'Once') return read;
    return (await this.#drained(signal)) && this.#isTaken();
  }

  /** Nothing was noted of what could not be: it is read again. @throws any other fault */
  #refusedByDisk(cause: unknown): boolean {
    if (!(cause instanceof Error && isOfTheMachine(cause))) throw cause;
    this.#trouble = `The disk of the ingestor does not take it: ${faultOf(cause)}`;
    this.#again = Math.max(this.#again, DISK_MS);
    return false;
  }

  async #waitForTurn(last: number | null, signal: AbortSignal): Promise<boolean> {
    const { now, progress, console } = this.#service;
    const { settings } = this.#source;
    // where a clock was set back, what it told before is no moment to count from
    const turn = (): number | null =>
      settings.schedule === 'At time' && last !== null
        ? null
        : nextLook(settings, Math.min(last ?? this.#began, now()), now());
    let next = turn();
    while (next !== null && now() < next && !signal.aborted) {
      const asked = now();
      this.#idle = Number.isFinite(next)
        ? `Waits for ${new Date(next).toISOString()}`
        : `'${settings.at}' comes no more`;
      await this.#service.pause(Math.min(next - now(), LONGEST_WAIT_MS), signal);
      if (now() < asked) next = turn();
    }
    if (signal.aborted) return false;
    if (progress.source(this.#source.task, this.#source.id)?.state === 'Submitted') {
      progress.turn(this.#source, 'Started');
      console.state(this.#source, 'Started');
    }
    return true;
  }

  /** A folder that the machine refuses, as on a share that is away for a while, is looked at again. */
  async #look(): Promise<Look> {
    try {
      return await this.#looker.look(this.#source);
    } catch (cause) {
      const obstacle = `${placeOf(this.#source.source)} cannot be looked at: ${faultOf(cause)}`;
      if (!isOfTheMachine(cause)) throw new SourceStopped(obstacle, { cause });
      return { ...nothing(this.#service), obstacle };
    }
  }

  /** Reads all that is due; true when nothing is left to read or to grow. */
  async #readDue(signal: AbortSignal): Promise<boolean> {
    const { due, growing, isMore, obstacle, closed, again } = await this.#look();
    this.#again = again;
    this.#trouble = obstacle ?? closed;
    if (closed !== null && closed !== this.#closed) this.#service.console.error(this.#source, closed, 'warning');
    this.#closed = closed;
    if (obstacle !== null && this.#source.settings.mode === 'Once') throw new SourceStopped(obstacle);
    this.#isAllRead = due.length === 0;
    const pool = new Pool(this.#service, this.#source);
    const line = { pace: this.#pace, pool, mayGoOn: () => this.#mayGoOn(signal) };
    for (const input of due) {
      if (signal.aborted) return false;
      if (!isDue(input.again, this.#service.now(), input.fault !== null)) continue;
      this.#idle = null;
      const began = performance.now();
      const fault = await readInput(this.#service, this.#source, input, line);
      this.#sender.filled.ring();
      if (fault !== null) await this.#stopAtFile(input, fault, pool, signal);
      if (
        this.#source.source.format === 'database' &&
        this.#service.progress.input(this.#source, input.name)?.rows === input.rows
      )
        this.#again = Math.max(again, restAfter(began));
    }
    await pool.flush();
    this.#isAllRead = true;
    this.#sender.filled.ring();
    const inputs = this.#service.progress.unfinished(this.#source);
    if (this.#source.source.format === 'database') return this.#isTableThrough(inputs[0]);
    const open = inputs.find(({ state, again: then, fault }) => state === 'waiting' && fault === null && then > 0);
    if (growing) this.#idle = `Waits until ${growing} has stopped growing`;
    else if (open) this.#idle = `Waits for the end of the last line of ${open.name}`;
    else this.#idle = `Nothing new in ${placeOf(this.#source.source)}`;
    const retried = inputs.find(isTriedAgain);
    if (retried) this.#trouble ??= `${retried.name} is tried again: ${retried.fault}`;
    if (retried && this.#source.settings.mode === 'Once') return false;
    return growing === null && !isMore && !inputs.some(({ state }) => state === 'waiting');
  }

  /** With Stop a file that cannot be taken ends the source, once what was read before it is stored. @throws SourceStopped */
  async #stopAtFile({ name }: Input, fault: string, pool: Pool, signal: AbortSignal): Promise<void> {
    const { settings, source } = this.#source;
    if (settings.on_error !== 'Stop' || source.format === 'database') return;
    await pool.flush();
    await this.#drained(signal);
    throw new SourceStopped(`${name}: ${fault}`);
  }

  /** Whether the platform refused nothing of a table as a whole; files it refused are told at the end. */
  #isTaken(): boolean {
    const isTable = this.#source.source.format === 'database';
    return !isTable || this.#isTableThrough(this.#service.progress.unfinished(this.#source)[0]);
  }

  /** A table that could not be read is tried again, unless errors are to stop the source, or it has no more chance. */
  #isTableThrough(table: Input | undefined): boolean {
    const place = placeOf(this.#source.source);
    const fault = table?.fault ?? null;
    if (fault !== null && (this.#source.settings.on_error === 'Stop' || table?.again === 0))
      throw new SourceStopped(`${place}: ${fault}`);
    this.#idle = `Nothing new in ${place}`;
    this.#trouble = fault === null ? null : `${place} is tried again: ${fault}`;
    return fault === null;
  }

  /** Whether the next batch may be read: a few ahead of the platform, many while it is away, never beyond the spool. */
  async #mayGoOn(signal: AbortSignal): Promise<boolean> {
    const { progress } = this.#service;
    const careful = this.#source.settings.on_error === 'Stop';
    for (;;) {
      if (signal.aborted || this.#halted) return false;
      this.#sender.filled.ring();
      const { batches } = progress.waiting(this.#source);
      const full = fullness(this.#service, progress.waiting().bytes);
      if (
        full === null &&
        (batches < (careful ? 1 : Math.max(AHEAD, 2 * this.#sender.width)) ||
          (this.#sender.trouble !== null && !careful))
      )
        return true;
      this.#idle = full;
      await this.#sender.emptied.wait(1000, signal);
    }
  }

  /** With mode Once: through when the platform has everything, and has given nothing back. */
  async #drained(signal: AbortSignal): Promise<boolean> {
    this.#idle = null;
    while (!signal.aborted && this.#service.progress.waiting(this.#source).batches > 0) {
      this.#sender.filled.ring();
      await this.#sender.emptied.wait(1000, signal);
    }
    // a table is never read to its end
    if (signal.aborted || this.#source.source.format === 'database') return !signal.aborted;
    return !this.#service.progress
      .unfinished(this.#source)
      .some((input) => input.state === 'waiting' || isTriedAgain(input));
  }

  /** Stores what stands before a bad row, puts the input back to that row and says why it stopped. */
  async #stopAt({ waiting, rowsBefore, reason }: BadRow): Promise<string> {
    const { progress } = this.#service;
    const kept = await giveBack(this.#service, this.#source, waiting, true);
    if (kept !== null) return `${reason} ${kept}`;
    const [part] = waiting.parts;
    const back = part ? progress.input(this.#source, part.input) : null;
    if (back && back.generation === part?.before.generation && rowsBefore > 0) {
      const reader = await openInput(progress, this.#source, back);
      try {
        const good = await reader.next({ rows: rowsBefore, bytes: Number.MAX_SAFE_INTEGER });
        if (good) await spoolBatch(this.#service, this.#source, [await taken(back, good, reader)]);
      } catch (cause) {
        setAside(this.#service, this.#source, back, faultOf(cause));
      } finally {
        await reader.close();
      }
      await this.#sendRest();
    }
    return reason;
  }

  /** The good rows before the bad one. */
  async #sendRest(): Promise<void> {
    const rest = new AbortController();
    const sending = this.#sender.run(rest.signal);
    await this.#drained(AbortSignal.any([rest.signal, this.#ended.signal]));
    rest.abort();
    await sending;
  }
}
