import type { BatchAnswer, Client } from '@datasarana/client';
import type { IngestorTrouble } from '@datasarana/schema';
import type { Waiting } from '../state/rows.ts';
import { faultOf, isOfTheMachine } from '../tasks/machine.ts';
import { Bell, backoff } from '../tasks/pause.ts';
import type { Pace } from '../tasks/reading.ts';
import type { Service } from '../tasks/service.ts';
import type { HeldSource, TaskTemplate } from '../tasks/task.ts';
import { nameOf, told, toldFault, toldOf } from './names.ts';
import { ended, type Pushed, type PushOptions, push } from './push.ts';
import { Rate } from './rate.ts';
import { SamePlatform } from './same-platform.ts';
import { type BadRow, firstBadRow, readAgain, readSmaller, sendApart, setAsideRefused } from './unstored.ts';

/** TSK-05: pause between batches with slow_mo. */
const SLOW_MO_MS = 1000;

/** How long those behind a batch whose answer was lost are waited for: the platform waits longer for that one. */
const LOST_MS = 1000;

const TROUBLES = {
  away: 'The platform is away',
  token: 'The platform does not let the token of this task in',
  platform: 'The platform does not take it',
  disk: 'The disk of the ingestor does not take it',
} as const;

/** Why nothing can be sent for a while. */
interface Hindrance {
  readonly reason: string;
  readonly trouble: keyof typeof TROUBLES;
  /** ms at least. */
  readonly wait?: number;
}

type SendOptions = Omit<PushOptions, 'name' | 'platform'>;

/** What came of a batch; `bad` = it was only asked for its ledger, which has rows that stop the source. */
type Outcome = Pushed | { readonly kind: 'bad'; readonly ledger: BatchAnswer };

/** A batch on its way; null = it was given up with the signal. */
interface Flight {
  readonly waiting: Waiting;
  readonly outcome: Promise<Outcome | null>;
  /** Gives it up. */
  readonly recall: () => void;
}

/**
 * Sends what a source has on disk. Several batches are on their way together; each names the one before it, behind which the
 * platform stores it or not at all, so that their order holds and none is missing in the middle.
 */
export class Sender {
  readonly #service: Service;
  readonly #source: HeldSource;
  readonly #template: TaskTemplate;
  readonly #client: Client;
  readonly #pace: Pace;
  readonly #platform: SamePlatform;
  /** In the order of their rows. */
  #flights: readonly Flight[] = [];
  /** When the last one arrived, by the clock of `performance`. */
  #arrived = 0;
  /** Batches on their way at the same time. */
  readonly width: number;
  readonly rate: Rate;
  /** Rung when something was spooled. */
  readonly filled = new Bell();
  /** Rung when a batch went away. */
  readonly emptied = new Bell();
  /** Why sending waits; null = it does not. */
  trouble: IngestorTrouble | null = null;

  constructor(service: Service, source: HeldSource, template: TaskTemplate, client: Client, pace: Pace) {
    this.#service = service;
    this.#source = source;
    this.#template = template;
    this.#client = client;
    this.#pace = pace;
    this.#platform = new SamePlatform(service, template, client);
    this.rate = new Rate(service.now);
    const { on_error, slow_mo } = source.settings;
    this.width = on_error === 'Stop' || slow_mo ? 1 : service.settings.parallel;
  }

  /** Sends until the signal aborts, or a bad row stops the source. */
  async run(signal: AbortSignal): Promise<BadRow | null> {
    let tries = 0;
    try {
      while (!signal.aborted) {
        try {
          const { bad, isLater } = await this.#turn(tries, signal);
          if (bad) return bad;
          tries = isLater ? tries + 1 : 0;
        } catch (cause) {
          if (!(cause instanceof Error && isOfTheMachine(cause))) throw cause;
          // nothing was noted: it is sent again by the same id, and answered the same
          await this.#landed();
          await this.#later({ reason: ended(faultOf(cause)), trouble: 'disk' }, ++tries, signal);
        }
      }
      return null;
    } finally {
      await this.#landed();
    }
  }

  /** All that is on its way is answered, and counts no more as sent. */
  async #landed(): Promise<void> {
    await Promise.allSettled(this.#flights.map(({ outcome }) => outcome));
    this.#flights = [];
  }

  /** Sends what waits, and handles the first answer. */
  async #turn(tries: number, signal: AbortSignal): Promise<{ readonly bad: BadRow | null; readonly isLater: boolean }> {
    this.#send(signal);
    const [first] = this.#flights;
    if (!first) {
      await this.filled.wait(60_000, signal);
      return { bad: null, isLater: false };
    }
    const outcome = await this.#arrival(first, signal);
    if (outcome?.kind === 'stored') {
      await this.#gone(first.waiting, outcome, signal);
      return { bad: null, isLater: false };
    }
    await this.#settle(outcome);
    const isLater = outcome?.kind === 'later';
    const bad = outcome && (await this.#unstored(first.waiting, outcome, isLater ? tries + 1 : 0, signal));
    return { bad, isLater };
  }

  /** Puts on their way what waits, as long as there is room. */
  #send(signal: AbortSignal): void {
    while (this.#flights.length < this.width) {
      const behind = this.#flights.at(-1)?.waiting ?? null;
      const waiting = this.#service.progress.next(this.#source, behind?.id);
      if (!waiting) return;
      const recalled = new AbortController();
      const either = AbortSignal.any([signal, recalled.signal]);
      const outcome = this.#outcomeOf(waiting, { signal: either, behind, ahead: this.#flights.length });
      // looked at when its turn has come
      outcome.catch(() => {});
      this.#flights = [...this.#flights, { waiting, outcome, recall: () => recalled.abort() }];
    }
  }

  /** Waits for the first; what is spooled meanwhile is sent behind it. */
  async #arrival({ outcome }: Flight, signal: AbortSignal): Promise<Outcome | null> {
    let isThere = false;
    const note = (): void => {
      isThere = true;
      this.filled.ring();
    };
    outcome.then(note, note);
    while (!isThere && !signal.aborted) {
      await this.filled.wait(60_000, signal);
      if (!isThere && !signal.aborted) this.#send(signal);
    }
    return outcome;
  }

  async #gone(waiting: Waiting, pushed: Extract<Pushed, { readonly kind: 'stored' }>, signal: AbortSignal) {
    this.#flights = this.#flights.slice(1);
    await this.#stored(waiting, pushed);
    this.emptied.ring();
    if (this.#source.settings.slow_mo) await this.#service.pause(SLOW_MO_MS, signal);
  }

  /** The first did not arrive: those behind it will not either, unless its answer alone was lost. */
  async #settle(first: Outcome | null): Promise<void> {
    const [, ...behind] = this.#flights;
    const recall = (): void => {
      for (const each of behind) each.recall();
    };
    // what is read again may be cut otherwise: until then the platform may hold nothing that waits for it
    const recalling = first?.kind === 'missing' ? undefined : setTimeout(recall, first?.kind === 'later' ? LOST_MS : 0);
    for (const { waiting, outcome } of behind) {
      const pushed = await outcome;
      if (pushed?.kind === 'stored') await this.#stored(waiting, pushed);
    }
    clearTimeout(recalling);
    this.#flights = [];
  }

  async #unstored(waiting: Waiting, outcome: Outcome, tries: number, signal: AbortSignal): Promise<BadRow | null> {
    const isRefused = outcome.kind === 'bad' || outcome.kind === 'refused';
    if (isRefused && waiting.parts.length > 1) await sendApart(this.#service, this.#source, waiting);
    else if (outcome.kind === 'bad') return firstBadRow(this.#service, waiting, outcome.ledger);
    if (outcome.kind === 'missing') await readAgain(this.#service, this.#source, waiting);
    if (outcome.kind === 'later') await this.#later(outcome, tries, signal);
    if (outcome.kind === 'refused' && waiting.parts.length === 1) {
      if (outcome.isTooLarge && waiting.rows > 1 && (await this.#readSmaller(waiting))) return null;
      if (this.#source.settings.on_error === 'Stop')
        return { waiting, rowsBefore: 0, reason: `${toldOf(waiting)}: ${outcome.reason}` };
      await setAsideRefused(this.#service, this.#source, waiting, outcome.reason);
    }
    this.emptied.ring();
    return null;
  }

  async #outcomeOf(waiting: Waiting, options: SendOptions): Promise<Outcome | null> {
    if (this.#source.settings.on_error === 'Stop') {
      const asked = await this.#push(waiting, { signal: options.signal, dryRun: true });
      if (asked?.kind !== 'stored') return asked;
      if (asked.ledger.rejected > 0) return { kind: 'bad', ledger: asked.ledger };
    }
    return this.#push(waiting, options);
  }

  async #push(waiting: Waiting, options: SendOptions): Promise<Pushed | null> {
    const { signal } = options;
    const file = this.#service.spool.path(waiting.file);
    return this.#service.pushes
      .through(async () => {
        if (signal.aborted) return null;
        const obstacle = await this.#platform.obstacle();
        if (obstacle || signal.aborted) return obstacle;
        const name = nameOf(this.#source, waiting);
        const pushed = await push(this.#client, this.#template, waiting, file, {
          ...options,
          name,
          platform: this.#platform.name,
        });
        this.#platform.note(pushed);
        return pushed;
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
    // what it waited for those before it says nothing of its size
    this.#pace.note(Math.min(took, performance.now() - this.#arrived));
    this.#arrived = performance.now();
    const { read, accepted, replaced, unchanged, rejected } = ledger;
    // those of an older version stand in no batch
    const isTold = waiting.query.aside === 'true';
    const aside = isTold ? 0 : waiting.parts.reduce((sum, part) => sum + part.aside, 0);
    const counts = { read: read + aside, accepted, replaced, unchanged, rejected: rejected + aside };
    progress.acknowledged(this.#source, waiting, counts);
    this.rate.note(counts.read);
    await spool.remove([waiting.file]);
    console.data(this.#source, `${toldOf(waiting)}: ${told(counts)}`, counts);
    // rows that could not be read were told when they were not
    const faults = ledger.errors.filter(({ field }) => !isTold || field !== '');
    for (const fault of faults.slice(0, 5)) console.error(this.#source, toldFault(waiting, fault), 'warning');
  }

  /** A proxy before the platform takes no more bytes at once: what can be read again is read in smaller batches. */
  async #readSmaller(waiting: Waiting): Promise<boolean> {
    this.#pace.tooLarge(waiting.rows);
    const isTakenBack = await readSmaller(this.#service, this.#source, waiting);
    if (isTakenBack) this.emptied.ring();
    return isTakenBack;
  }

  async #later({ reason, trouble: kind, wait = 0 }: Hindrance, tries: number, signal: AbortSignal): Promise<void> {
    const ms = Math.max(wait, backoff(tries));
    const text = `${TROUBLES[kind]}: ${reason}`;
    if (this.trouble?.text !== text) this.#service.console.error(this.#source, `${text} Rows wait on disk.`, 'warning');
    this.trouble = { kind, text };
    this.emptied.ring();
    await this.#service.pause(ms, signal);
  }
}
