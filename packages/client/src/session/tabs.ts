import type { Timers } from '../timers.ts';

type Message = { readonly kind: 'ask' } | { readonly kind: 'out' } | { readonly kind: 'token'; readonly token: string };

/** How long a new tab waits for a sibling that is signed in, in ms. */
const ASK_FOR = 60;

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  (value.kind === 'ask' || value.kind === 'out' || ('token' in value && typeof value.token === 'string'));

/** The other tabs of this browser: a new tab asks them for their token, a sign-out reaches all (SES-10). */
export class Tabs {
  readonly #channel: BroadcastChannel;
  readonly #timers: Timers;
  readonly #token: () => string | undefined;
  #asked: ((token: string) => void) | undefined;

  constructor(
    name: string,
    timers: Timers,
    on: { token: () => string | undefined; told: (token: string) => void; out: () => void },
  ) {
    this.#timers = timers;
    this.#token = on.token;
    this.#channel = new BroadcastChannel(name);
    this.#channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (!isMessage(data)) return;
      if (data.kind === 'out') on.out();
      if (data.kind === 'ask') this.tellToken();
      if (data.kind === 'token') (this.#asked ?? on.told)(data.token);
    });
  }

  tellToken(): void {
    const token = this.#token();
    if (token !== undefined) this.#post({ kind: 'token', token });
  }

  tellOut(): void {
    this.#post({ kind: 'out' });
  }

  /** The token of a sibling tab, or undefined when none answers in time; one that is busy drawing is heard later. */
  ask(): Promise<string | undefined> {
    return new Promise((resolve) => {
      const done = (token?: string) => {
        cancel();
        this.#asked = undefined;
        resolve(token);
      };
      const cancel = this.#timers.after(ASK_FOR, () => done());
      this.#asked = done;
      this.#post({ kind: 'ask' });
    });
  }

  close(): void {
    this.#channel.close();
  }

  #post(message: Message): void {
    this.#channel.postMessage(message);
  }
}
