import {
  AuthorisationStatus,
  type EndpointId,
  endpointById,
  isWrite,
  REPLY_TIMEOUT,
  type Reply,
  ReplyCode,
} from '@datasarana/schema';
import {
  CallFailure,
  failureOf,
  isUnanswered,
  missingEndpoint,
  noReply,
  nothingFound,
  unreachable,
  unreadable,
} from './call-failure.ts';
import { Connection } from './connection.ts';
import type { DataOf, ParamsOf } from './endpoint-types.ts';
import { newRequestId } from './request-id.ts';
import { pause, systemTimers, type Timers } from './timers.ts';
import { UnansweredWrite } from './unanswered-write.ts';

/** Values behind the question mark; those that are undefined are not sent. */
export type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>;

interface RequestOptions {
  readonly query?: QueryValues;
  /** A plain value is sent as JSON; text, Blob, FormData, bytes and streams go as they are, with `contentType`. */
  readonly body?: unknown;
  readonly contentType?: string;
  readonly signal?: AbortSignal;
  /** The same id again asks for the same single effect (STR-04); a fresh one by default. */
  readonly requestId?: string;
  /** ms until code 50 (ERR-19); 0 = wait for ever. 60 s by default. */
  readonly timeout?: number;
  /** Send it though the page is being left; what comes back reaches nobody then. */
  readonly keepalive?: boolean;
  /** Retry a write as a GET is: only for calls that promise a single effect per request id (ERR-34). */
  readonly singleEffect?: boolean;
}

/** Options of one call; `params` are asked for exactly where the path of the end-point has some. */
export type CallOptions<Id extends EndpointId = never> = RequestOptions &
  ([Id] extends [never]
    ? { readonly params?: Readonly<Record<string, string>> }
    : [ParamsOf<Id>] extends [never]
      ? { readonly params?: Readonly<Record<string, never>> }
      : { readonly params: Readonly<Record<ParamsOf<Id>, string>> });

type OptionsArgument<Id extends EndpointId> = [ParamsOf<Id>] extends [never]
  ? [options?: CallOptions<Id>]
  : [options: CallOptions<Id>];

/** What a call was answered, out of its envelope. */
export interface Answer<T> {
  /** Null for code 34, "success without a record" (REC-27). */
  readonly data: T;
  readonly code: number;
  /** ms the server took. */
  readonly took: number;
  /** Matches of a list search, when the reply tells. */
  readonly total: number | undefined;
}

/** What the client asks of whoever keeps the session. */
export interface CallAuthority {
  readonly token: () => string | undefined;
  /** Whether the signed-in user has this end-point (ROL-04). */
  readonly mayCall: (id: EndpointId) => boolean;
  /** Told when the server refuses the presented token (code 14). */
  readonly refused: () => void;
  /** Told when the server says that the caller's roles do not allow a call: what is known of them here is old. */
  readonly denied?: () => void;
}

/** Where the calls go, and who signs them. */
export interface ClientOptions {
  /** Address of the API with its `/api`, as in `base_url` of the configuration (API-01). */
  readonly base: string;
  readonly authority?: CallAuthority;
  readonly timers?: Timers;
}

const RETRY_PAUSES = [1000, 3000];
const ANYONE: CallAuthority = { token: () => undefined, mayCall: () => true, refused: () => {} };

const isPlain = (body: unknown): boolean =>
  !(
    typeof body === 'string' ||
    body instanceof Blob ||
    body instanceof FormData ||
    body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body) ||
    body instanceof ReadableStream
  );

const queryText = (query: QueryValues = {}): string => {
  const values = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) values.set(name, String(value));
  return values.size > 0 ? `?${values}` : '';
};

/** The one way to the platform: calls by end-point id; what the server refuses is thrown as CallFailure. */
export class Client {
  readonly connection = new Connection();
  readonly timers: Timers;
  /** Address below which the calls live, without a slash at its end. */
  readonly base: string;
  readonly #authority: CallAuthority;
  readonly #unanswered = new UnansweredWrite();
  #lastRequestId: string | undefined;

  constructor(options: ClientOptions) {
    this.base = options.base.replace(/\/+$/, '');
    this.#authority = options.authority ?? ANYONE;
    this.timers = options.timers ?? systemTimers;
  }

  /** Id of the last request made, for error panels (APP-24). */
  get lastRequestId(): string | undefined {
    return this.#lastRequestId;
  }

  /** Address of a call; for downloads and uploads that make their own request. */
  address(
    id: EndpointId,
    options: { readonly params?: Readonly<Record<string, string>>; readonly query?: QueryValues } = {},
  ): string {
    const path = endpointById(id).path.replace(/:(\w+)/g, (_, name: string) => {
      const value = options.params?.[name];
      if (value === undefined || value === '') throw new Error(`Call ${id} needs the parameter "${name}"`);
      return encodeURIComponent(value);
    });
    return `${this.base}${path}${queryText(options.query)}`;
  }

  /** Headers of a request: request_id always, the bearer token when there is one (API-02). */
  headers(options: { readonly requestId?: string } = {}): Record<string, string> & { readonly request_id: string } {
    const token = this.#authority.token();
    this.#lastRequestId = options.requestId ?? newRequestId();
    return { request_id: this.#lastRequestId, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  }

  may(id: EndpointId): boolean {
    return this.#authority.mayCall(id);
  }

  /**
   * Calls an end-point. GETs that end in -1, 36 or 50 are tried again after 1 s and 3 s (ERR-34).
   * @throws CallFailure; the signal's reason when the caller aborts
   */
  call<Id extends EndpointId>(id: Id, ...options: OptionsArgument<Id>): Promise<Answer<DataOf<Id>>>;
  call<T>(id: EndpointId, options?: CallOptions): Promise<Answer<T>>;
  call(id: EndpointId, options: CallOptions = {}): Promise<Answer<unknown>> {
    if (!this.may(id)) return Promise.reject(missingEndpoint(id));
    const endpoint = endpointById(id);
    const { method } = endpoint;
    const repeatable = method === 'GET' || options.singleEffect === true;
    const send = (how: RequestOptions) =>
      this.#tried(() => this.#once(method, this.address(id, options), how), repeatable, how.signal);
    const { requestId, params, query, body } = options;
    if (requestId !== undefined || !isWrite(endpoint) || !isPlain(body)) return send(options);
    return this.#written(JSON.stringify([id, params, query, body]), options, send);
  }

  async #written(asks: string, options: RequestOptions, send: (how: RequestOptions) => Promise<Answer<unknown>>) {
    const requestId = this.#unanswered.begin(asks);
    try {
      return await send({ ...options, requestId });
    } catch (error) {
      if (isUnanswered(error)) this.#unanswered.lost(asks, requestId);
      throw error;
    }
  }

  /**
   * A read of what has to be there: code 34, with which a read that finds nothing goes well (API-06), is thrown, too.
   * @throws CallFailure as `call` does
   */
  found<Id extends EndpointId>(id: Id, ...options: OptionsArgument<Id>): Promise<Answer<NonNullable<DataOf<Id>>>>;
  found<T>(id: EndpointId, options?: CallOptions): Promise<Answer<T>>;
  async found(id: EndpointId, options: CallOptions = {}): Promise<Answer<unknown>> {
    const answer = await this.call<unknown>(id, options);
    if (answer.data === null) throw nothingFound();
    return answer;
  }

  /** A call outside the end-point table, on a path below the base (REC-25). */
  request<T = unknown>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    options: RequestOptions = {},
  ): Promise<Answer<T>> {
    const address = `${this.base}/${path.replace(/^\/+/, '')}${queryText(options.query)}`;
    const once = () => this.#once(method, address, options);
    return this.#tried(once, method === 'GET' || options.singleEffect === true, options.signal) as Promise<Answer<T>>;
  }

  /** Reads a reply: the envelope's data, or a CallFailure. Uploads that make their own request end here too. */
  read<T>(text: string, http: number, requestId: string): Answer<T> {
    const reply = parseReply<T>(text);
    if (reply === undefined) throw unreadable(http, requestId);
    if (reply.error !== null && reply.error !== undefined) {
      if (reply.code === ReplyCode.AuthNotSigned) this.#authority.refused();
      const failure = failureOf(reply, http, requestId);
      if (failure.status === AuthorisationStatus.Denied) this.#authority.denied?.();
      throw failure;
    }
    return { data: reply.data as T, code: reply.code, took: reply.took, total: reply.total };
  }

  async #tried(once: () => Promise<Answer<unknown>>, repeatable: boolean, signal?: AbortSignal) {
    for (let attempt = 0; ; attempt++) {
      try {
        return await once();
      } catch (error) {
        const wait = RETRY_PAUSES[attempt];
        const again = repeatable && isUnanswered(error);
        if (!again || wait === undefined) throw error;
        await pause(this.timers, wait, signal);
      }
    }
  }

  async #once(method: string, address: string, options: RequestOptions): Promise<Answer<unknown>> {
    const { body, timeout = REPLY_TIMEOUT } = options;
    const headers = this.headers(options);
    const sent: Record<string, string> = { ...headers };
    const json = body !== undefined && isPlain(body);
    const type = options.contentType ?? (json ? 'application/json' : undefined);
    if (type !== undefined) sent['content-type'] = type;
    const late = new AbortController();
    const cancel =
      timeout > 0
        ? this.timers.after(timeout, () => late.abort(noReply(headers.request_id, timeout / 1000)))
        : () => {};
    const signal = options.signal ? AbortSignal.any([options.signal, late.signal]) : late.signal;
    try {
      const response = await fetch(address, {
        method,
        headers: sent,
        signal,
        ...(options.keepalive && { keepalive: true }),
        ...(body !== undefined && { body: json ? JSON.stringify(body) : (body as BodyInit) }),
        ...(body instanceof ReadableStream && { duplex: 'half' }),
      });
      const text = await response.text();
      this.connection.turn(true, this.timers.now());
      return this.read(text, response.status, headers.request_id);
    } catch (error) {
      if (error instanceof CallFailure) throw error;
      if (signal.aborted) throw signal.reason;
      this.connection.turn(false, this.timers.now());
      throw unreachable(headers.request_id, error);
    } finally {
      cancel();
    }
  }
}

function parseReply<T>(text: string): Reply<T> | undefined {
  try {
    const reply: unknown = JSON.parse(text);
    const known = typeof reply === 'object' && reply !== null && 'code' in reply && typeof reply.code === 'number';
    return known ? (reply as unknown as Reply<T>) : undefined;
  } catch {
    return undefined;
  }
}
