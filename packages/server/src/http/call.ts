import type { Endpoint, Reach } from '@datasarana/schema';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Caller } from '../access/caller.ts';
import type { Permitted } from '../access/permit.ts';
import type { Scope } from '../access/scope.ts';

/** TypeBox schemas of a call; `reply` describes `data` of the envelope when the call goes well. */
export interface RouteSchema {
  readonly params?: TSchema;
  readonly querystring?: TSchema;
  readonly body?: TSchema;
  /** Content types of a body that is read as it comes, in place of `body`. */
  readonly takes?: readonly string[];
  readonly reply: TSchema;
  /** What may be answered in place of the envelope, by content type. */
  readonly sends?: Readonly<Record<string, TSchema>>;
  /** Whether it may answer 202, before all is done. */
  readonly begins?: boolean;
}

type Part<S, K extends keyof RouteSchema> = S extends { readonly [P in K]: infer T extends TSchema }
  ? Static<T>
  : unknown;

/** One call as a handler sees it: who asks, how far the right reaches, and the validated parts of the request. */
export interface Call<S extends RouteSchema = RouteSchema> {
  readonly endpoint: Endpoint;
  readonly scope: Scope;
  /** Session and account behind the call; null for an anonymous one. */
  readonly caller: Caller | null;
  readonly reach: Reach;
  readonly params: Part<S, 'params'>;
  readonly query: Part<S, 'querystring'>;
  readonly body: Part<S, 'body'>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** What the call turned out to be about, as the audit trail names it (SEC-08); filled in while it is answered. */
  readonly about: Map<string, string>;
  /** Aborts when the client goes away before the reply was sent. */
  readonly signal: AbortSignal;
  /** For calls that take long: who asks and how far the right reaches by now; refuses as the call itself would be (AUT-07). */
  readonly still: () => Promise<Permitted>;
}
