import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Endpoint, type EndpointId, isWrite } from '@datasarana/schema';
import type { Asked, KeptReplies } from '../stores/replies/kept-replies.ts';
import type { Call } from './call.ts';
import { Answer, Download } from './envelope.ts';

/** Calls that see to it themselves, whose reply is shown once, or that say the same when they are made again. */
const BY_THEMSELVES: ReadonlySet<string> = new Set<EndpointId>([
  'data.put',
  'batch.replay',
  'source.run',
  'session.token.create',
  'session.end',
  'session.revoke',
  'ingestor.report',
]);

const isRemembered = (endpoint: Endpoint): boolean =>
  isWrite(endpoint) && endpoint.area !== 'open' && !BY_THEMSELVES.has(endpoint.id);

/** What a repeated request is answered, as JSON. */
interface Kept {
  readonly data: unknown;
  readonly code: number;
  readonly total?: number;
  readonly http?: number;
}

function keptOf(result: unknown): string | null {
  if (result instanceof Download) return null;
  const { data, code, total, http } = result instanceof Answer ? result : new Answer(result);
  const kept: Kept = {
    data: data ?? null,
    code,
    ...(total !== undefined && { total }),
    ...(http !== undefined && { http }),
  };
  return JSON.stringify(kept);
}

function answerOf(text: string): Answer {
  const { data, ...options } = JSON.parse(text) as Kept;
  return new Answer(data, options);
}

/** Requests that change something, by their `request_id`: one that comes again is answered alike and done once (ERR-34). */
export class Repeats {
  readonly #replies: KeptReplies;
  readonly #key: string;
  readonly #clock: () => number;
  readonly #running = new Map<string, Promise<unknown>>();

  /** `key` keeps what bodies hold, as passwords, from being guessed by their digests. */
  constructor(replies: KeptReplies, key: string, clock: () => number) {
    this.#replies = replies;
    this.#key = key;
    this.#clock = clock;
  }

  /** Does `run`, or answers what came of it when it was asked before; one that failed is tried again. */
  async once(call: Call, run: () => Promise<unknown>): Promise<unknown> {
    const one = this.#asked(call);
    if (one === null) return this.#done(call, await run());
    const key = JSON.stringify(one);
    for (let first = this.#running.get(key); first; first = this.#running.get(key)) {
      const outcome = await first.then((result) => ({ result })).catch(() => null);
      if (outcome) return outcome.result;
    }
    const known = this.#replies.recall(one, this.#clock());
    if (known !== null) return answerOf(known);
    const running = run()
      .then((result) => this.#done(call, result, one))
      .finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }

  /** The request as its sender named it; null when they did not, or when the call is not one whose reply is kept. */
  #asked({ endpoint, scope, request, body }: Call): Asked | null {
    const named = request.headers.request_id === request.id;
    if (!named || !isRemembered(endpoint) || body instanceof Readable) return null;
    const question = `${endpoint.id} ${request.url}\n${JSON.stringify(body) ?? ''}`;
    const digest = createHmac('sha256', this.#key).update(question).digest('base64url');
    return { tenant: scope.tenant, user: scope.user, request: request.id, digest };
  }

  #done({ scope, query, params }: Call, result: unknown, one?: Asked): unknown {
    const erased = Reflect.get(Object(query), 'erase') === true ? Reflect.get(Object(params), 'id') : undefined;
    if (typeof erased === 'string') this.#replies.forget(scope.tenant, erased);
    const kept = one && keptOf(result);
    if (kept) this.#replies.keep(one, kept, this.#clock());
    return result;
  }
}
