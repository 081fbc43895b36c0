import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { PlatformError, ReplyCode } from '@datasarana/schema';
import type { Progress } from '../state/progress.ts';

/** No letters that look like others. */
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const MOST_TRIES = 5;

const letters = (count: number): string =>
  Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('');

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const notPaired = (message: string, hint: string): PlatformError =>
  new PlatformError(message, { code: ReplyCode.AuthNotSigned, type: 'authentication', http: 401, hint });

/** Browsers that were shown the code on the service's console (ING-18); only hashes of their keys are kept. */
export class Pairing {
  readonly #progress: Progress;
  readonly #show: (code: string) => void;
  readonly #now: () => number;
  readonly #unpaired = new Set<() => void>();
  #code = '';
  #tries = 0;

  constructor(progress: Progress, show: (code: string) => void, now: () => number) {
    this.#progress = progress;
    this.#show = show;
    this.#now = now;
    this.#renew();
  }

  /** A code pairs one browser, and is worth five tries. */
  #renew(): void {
    this.#code = `${letters(4)}-${letters(4)}`;
    this.#tries = 0;
    this.#show(this.#code);
  }

  /** Answers the key of the browser. @throws PlatformError 14/401 */
  pair(given: string): string {
    const wanted = Buffer.from(hashOf(this.#code));
    const code = given.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
    const shaped = `${code.slice(0, 4)}-${code.slice(4)}`;
    if (!timingSafeEqual(Buffer.from(hashOf(shaped)), wanted)) {
      if (++this.#tries >= MOST_TRIES) this.#renew();
      throw notPaired(
        'This is not the pairing code.',
        'It stands on the console of the ingestor; after five wrong tries there is a new one.',
      );
    }
    const key = `dsb_${randomBytes(32).toString('hex')}`;
    this.#progress.addBrowser(hashOf(key), this.#now());
    this.#renew();
    return key;
  }

  /** Forgets the browser of a key, or all of them; answers how many. */
  unpair(key?: string): number {
    const forgotten = this.#progress.forgetBrowsers(key === undefined ? null : hashOf(key));
    for (const tell of this.#unpaired) tell();
    return forgotten;
  }

  /** `tell` is called whenever keys lost their worth. */
  onUnpaired(tell: () => void): void {
    this.#unpaired.add(tell);
  }

  knows(key: string | undefined): boolean {
    return key !== undefined && this.#progress.hasBrowser(hashOf(key));
  }

  /** @throws PlatformError 14/401 for a key that was never given out, or was forgotten */
  check(key: string | undefined): void {
    if (!this.knows(key))
      throw notPaired(
        'This browser is not paired with the ingestor.',
        'Enter the pairing code that stands on the console of the ingestor.',
      );
  }
}
