import type { Endpoint } from '@datasarana/schema';
import type { TSchema } from 'typebox';
import type { Permitted } from '../access/permit.ts';
import type { Services } from '../services.ts';
import type { Repeats } from './repeats.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly services: Services;
    readonly repeats: Repeats;
    /** Every address registered through `route`, with the row behind it. */
    readonly served: { readonly method: string; readonly path: string; readonly endpoint: Endpoint }[];
  }
  interface FastifyRequest {
    /** When the request came in, by `performance.now()`. */
    began: number;
    /** Who calls and how far the right reaches; set before the body is read. */
    permitted: Permitted;
  }
  interface FastifyContextConfig {
    readonly endpoint?: Endpoint;
    /** Envelope of a reply that goes well. */
    readonly reply?: TSchema;
    /** Envelope of a reply that goes wrong. */
    readonly failure?: TSchema;
  }
}
