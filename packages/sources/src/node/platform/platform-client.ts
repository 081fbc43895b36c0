import { PlatformError } from '@datasarana/schema';
import { parseExact } from '../../json/exact.ts';
import type { RestReply, SendRest } from '../rest/rest-settings.ts';

/** Another instance of this platform as a source: a template of it, read by an API token. */
export interface PlatformSettings {
  /** Where its pages are opened: `https://data.example.org`. */
  readonly url: string;
  readonly token: string;
  /** Id of the template there. */
  readonly template?: string;
  /** Words and conditions as its search takes them; every record when empty. */
  readonly search?: string;
}

/** Which setting to look at; null = the other platform itself. */
export type PlatformFault = keyof PlatformSettings | null;

/** What the other platform refused; the message says what to do. */
export class PlatformRefused extends Error {
  readonly fault: PlatformFault;

  constructor(fault: PlatformFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PlatformRefused';
    this.fault = fault;
  }
}

/** The other platform is busy or away: asking again may help. */
export class PlatformAway extends PlatformRefused {
  constructor(message: string, options?: ErrorOptions) {
    super(null, message, options);
    this.name = 'PlatformAway';
  }
}

interface Envelope {
  readonly code: number;
  readonly data: unknown;
  readonly total: number;
  readonly message: string;
  /** What it says to do; empty when nothing. */
  readonly hint: string;
}

const fieldOf = (value: unknown, name: string): unknown => Reflect.get(Object(value), name);

/** Calls of the other platform's API. `send` keeps to what may be called. */
export class PlatformClient {
  readonly #settings: PlatformSettings;
  readonly #send: SendRest;
  readonly #base: string;
  readonly host: string;

  /** @throws PlatformRefused for an address or a token that cannot be one */
  constructor(settings: PlatformSettings, send: SendRest) {
    const url = URL.canParse(settings.url) ? new URL(settings.url) : null;
    if (!url || !/^https?:$/.test(url.protocol))
      throw new PlatformRefused('url', `'${settings.url}' is no address that begins with http:// or https://.`);
    if (!/^dst_[\w-]+$/.test(settings.token))
      throw new PlatformRefused(
        'token',
        'This is no API token: one begins with dst_. Make it at the other platform, under the own account.',
      );
    this.#settings = settings;
    this.#send = send;
    this.#base = `${url.origin}${url.pathname.replace(/\/(api\/?)?$/, '')}/api`;
    this.host = url.host;
  }

  /** @throws PlatformRefused, PlatformAway */
  async call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Envelope> {
    const request = {
      method,
      url: `${this.#base}${path}`,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${this.#settings.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    const reply = await this.#send(request).catch((cause: unknown) => {
      throw isAway(cause) ? new PlatformAway((cause as Error).message, { cause }) : cause;
    });
    return this.#checked(reply);
  }

  #checked(reply: RestReply): Envelope {
    const envelope = envelopeOf(reply);
    const { host } = this;
    if (reply.status === 429 || reply.status >= 500)
      throw new PlatformAway(`${host} answered with status ${reply.status}${envelope ? `: ${envelope.message}` : ''}.`);
    if (!envelope) {
      throw new PlatformRefused(
        'url',
        `${host} answers, but not as a Datasarana platform does (status ${reply.status}). Give the address its pages are opened at.`,
      );
    }
    if (reply.status === 401)
      throw new PlatformRefused(
        'token',
        `${host} refused this token: ${envelope.message}. Make a new one there and put it in here.`,
      );
    if (reply.status === 403)
      throw new PlatformRefused(
        'token',
        `${host} does not let this token read that: ${envelope.message}. ${envelope.hint}`.trim(),
      );
    if (reply.status === 404 || envelope.code === 34) throw this.noTemplate();
    if (reply.status >= 400)
      throw new PlatformRefused('search', `${host} did not take the question: ${envelope.message}`);
    return envelope;
  }

  noTemplate(): PlatformRefused {
    const { template = '' } = this.#settings;
    const message = `${this.host} has no template '${template}' any more, or this token may not see it. Choose another one.`;
    return new PlatformRefused('template', message);
  }
}

const isAway = (cause: unknown): boolean => cause instanceof PlatformError && cause.detail.type === 'upstream';

function envelopeOf({ body }: RestReply): Envelope | null {
  let value: unknown;
  try {
    value = parseExact(Buffer.from(body).toString('utf8'));
  } catch {
    return null;
  }
  const code = fieldOf(value, 'code');
  if (typeof code !== 'number' || fieldOf(value, 'took') === undefined) return null;
  const message = String(fieldOf(fieldOf(value, 'error'), 'message') ?? '').replace(/\.$/, '');
  const hint = String(fieldOf(fieldOf(value, 'error'), 'hint') ?? '');
  return { code, data: fieldOf(value, 'data'), total: Number(fieldOf(value, 'total') ?? 0), message, hint };
}
