import { type EndpointId, endpointById, type Reply, ReplyCode } from '@datasarana/schema';
import { CallFailure, failureOf, missingEndpoint, unreachable } from './reply.ts';

export interface CallOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** A plain value is sent as JSON; text, Blob and FormData go as they are. */
  readonly body?: unknown;
  readonly contentType?: string;
  readonly signal?: AbortSignal;
  /** Send this request id: the same id again asks for the same single effect (STR-04). */
  readonly requestId?: string;
}

export interface Answer<T> {
  readonly data: T;
  readonly code: number;
  readonly took: number;
  readonly total: number | undefined;
}

export interface ApiSession {
  readonly token: () => string | undefined;
  readonly mayCall: (id: EndpointId) => boolean;
  /** Told when the server refuses the presented token (code 14). */
  readonly refused: () => void;
}

const retryPauses = [1000, 3000];
const retried: readonly number[] = [ReplyCode.ClientUnreachable, ReplyCode.NoResponse, ReplyCode.ClientNoResponse];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export const isPlain = (body: unknown): boolean =>
  !(typeof body === 'string' || body instanceof Blob || body instanceof FormData || body instanceof ArrayBuffer);

/** Request id of the last call, for the error panel (APP-24). */
let lastRequestId: string | undefined;
export const lastRequest = (): string | undefined => lastRequestId;

const newId = (): string =>
  // randomUUID exists only on secure origins; a platform on a plain-HTTP host name still needs ids.
  typeof crypto.randomUUID === 'function'
    ? crypto.randomUUID()
    : '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (c) =>
        (Number(c) ^ ((crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) & (15 >> (Number(c) / 4)))).toString(16),
      );

export { newId as newRequestId };

/** The one way to the platform: calls by end-point id, replies as data or CallFailure. */
export class Api {
  private readonly base: string;
  private readonly session: ApiSession;

  constructor(base: string, session: ApiSession) {
    this.base = base;
    this.session = session;
  }

  /** Address of a call, for downloads and uploads that do their own request. */
  address(id: EndpointId, options: Pick<CallOptions, 'params' | 'query'> = {}): string {
    const path = endpointById(id).path.replace(/:(\w+)/g, (_, key: string) =>
      encodeURIComponent(options.params?.[key] ?? ''),
    );
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(options.query ?? {}))
      if (value !== undefined) query.set(key, String(value));
    return `${this.base}${path}${query.size > 0 ? `?${query}` : ''}`;
  }

  headers(options: Pick<CallOptions, 'requestId'> = {}): Record<string, string> {
    const token = this.session.token();
    lastRequestId = options.requestId ?? newId();
    return { request_id: lastRequestId, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  }

  may(id: EndpointId): boolean {
    return this.session.mayCall(id);
  }

  /** Answers data, total and timing; throws CallFailure. Code 34 is an answer with null data (REC-27). */
  async call<T>(id: EndpointId, options: CallOptions = {}): Promise<Answer<T>> {
    if (!this.session.mayCall(id)) throw missingEndpoint(id);
    const reads = endpointById(id).method === 'GET';
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.once<T>(id, options);
      } catch (error) {
        const wait = retryPauses[attempt];
        const again = reads && error instanceof CallFailure && retried.includes(error.code);
        if (!again || wait === undefined || options.signal?.aborted) throw error;
        await pause(wait);
      }
    }
  }

  private async once<T>(id: EndpointId, options: CallOptions): Promise<Answer<T>> {
    const { body, signal } = options;
    const headers = this.headers(options);
    const json = body !== undefined && isPlain(body);
    if (json) headers['content-type'] = 'application/json';
    else if (options.contentType) headers['content-type'] = options.contentType;
    const response = await fetch(this.address(id, options), {
      method: endpointById(id).method,
      headers,
      ...(body !== undefined && { body: json ? JSON.stringify(body) : (body as BodyInit) }),
      ...(signal && { signal }),
    }).catch((cause: unknown) => {
      if (signal?.aborted) throw cause;
      connection.lost();
      throw unreachable(cause);
    });
    connection.back();
    return this.read<T>(response, headers.request_id ?? '');
  }

  private async read<T>(response: Response, requestId: string): Promise<Answer<T>> {
    const reply = (await response.json().catch(() => undefined)) as Reply<T> | undefined;
    if (typeof reply?.code !== 'number')
      throw new CallFailure(ReplyCode.ClientNoResponse, 'The platform gave no readable answer', {
        hint: 'Try again; if it stays, look at the server log with this request id.',
        http: response.status,
        requestId,
      });
    if (reply.error) {
      if (reply.code === ReplyCode.AuthNotSigned) this.session.refused();
      throw failureOf(reply.code, reply.error, response.status, requestId, reply.data);
    }
    return { data: reply.data as T, code: reply.code, took: reply.took, total: reply.total };
  }
}

type Listener = () => void;

/** Whether the last request reached the platform; drives the offline banner (SCR-20). */
class Connection {
  private online = true;
  private since = 0;
  private readonly listeners = new Set<Listener>();

  readonly subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly isOnline = (): boolean => this.online;
  /** Epoch ms of the moment the connection was lost. */
  readonly lostAt = (): number => this.since;

  lost(): void {
    this.turn(false);
  }
  back(): void {
    this.turn(true);
  }
  private turn(online: boolean): void {
    if (this.online === online) return;
    this.online = online;
    if (!online) this.since = Date.now();
    for (const listener of this.listeners) listener();
  }
}

export const connection = new Connection();
