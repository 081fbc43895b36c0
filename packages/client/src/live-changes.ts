import { ReplyCode } from '@datasarana/schema';
import { isFailure } from './call-failure.ts';
import type { Client } from './client.ts';
import { pause } from './timers.ts';

/** Seconds the platform keeps one question open. */
const WAIT = 25;
/** ms until the first new try after a failure (MSG-05), doubled with each, and the most it becomes. */
const RETRY = 2000;
const LONGEST_RETRY = 60_000;

/** Lets what shows these templates look again; the next question is asked when it has. */
export type ChangeListener = (templates: readonly string[]) => Promise<unknown>;

/**
 * Hears of changed records of the templates that are followed: one open question to the platform for all of them, none while
 * nobody follows or nobody looks. What changed meanwhile is heard of afterwards, once.
 */
export class LiveChanges {
  readonly #client: Client;
  readonly #listener: ChangeListener;
  /** Template → how many follow it. */
  readonly #followed = new Map<string, number>();
  #awake = true;
  #cursor: string | undefined;
  #asking: AbortController | null = null;

  constructor(client: Client, listener: ChangeListener) {
    this.#client = client;
    this.#listener = listener;
  }

  /** Follows a template until the answer is called. */
  follow(template: string): () => void {
    this.#followed.set(template, (this.#followed.get(template) ?? 0) + 1);
    this.#turn();
    let follows = true;
    return () => {
      if (!follows) return;
      follows = false;
      const left = (this.#followed.get(template) ?? 1) - 1;
      if (left > 0) this.#followed.set(template, left);
      else this.#followed.delete(template);
      this.#turn();
    };
  }

  /** Whether somebody looks: the page is in front. */
  look(awake: boolean): void {
    this.#awake = awake;
    this.#turn();
  }

  #turn(): void {
    const wanted = this.#awake && this.#followed.size > 0 && this.#client.may('data.changes');
    if (wanted === (this.#asking !== null)) return;
    if (!wanted) {
      this.#asking?.abort(new Error('Nobody looks'));
      this.#asking = null;
      return;
    }
    const asking = new AbortController();
    this.#asking = asking;
    void this.#run(asking.signal).finally(() => {
      if (this.#asking === asking) this.#asking = null;
    });
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { timers } = this.#client;
    let retry = RETRY;
    while (!signal.aborted) {
      try {
        const left = await this.#ask(signal);
        retry = RETRY;
        await pause(timers, left, signal);
      } catch (error) {
        if (signal.aborted || isOver(error)) return;
        await pause(timers, retry, signal).catch(() => {});
        retry = Math.min(retry * 2, LONGEST_RETRY);
      }
    }
  }

  /** One question, and what it changes; answers the ms to leave before the next: at least as long as looking again took. */
  async #ask(signal: AbortSignal): Promise<number> {
    const { timers } = this.#client;
    const query = this.#cursor === undefined ? {} : { since: this.#cursor, wait: WAIT };
    const { data } = await this.#client.call('data.changes', { query, signal });
    this.#cursor = data.cursor;
    const followed = [...this.#followed.keys()];
    const changed = data.missed ? followed : followed.filter((template) => data.templates.includes(template));
    const began = timers.now();
    if (changed.length > 0) await this.#listener(changed);
    return Math.max(data.pause, timers.now() - began);
  }
}

/** Whether the platform will not answer this caller at all; a new session begins anew. */
const isOver = (error: unknown): boolean =>
  isFailure(error) &&
  (error.http === 403 || error.code === ReplyCode.AuthNotSigned || error.code === ReplyCode.ClientNoEndpoint);
