import type { DocumentIndexes, ResolveOptions, StoredInfo } from '@datasarana/engine';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '../../access/scope.ts';
import type { Services } from '../../services.ts';
import type { SearchContexts } from './contexts.ts';
import type { Body } from './json-object.ts';
import { illegal } from './refusals.ts';
import type { Tasks } from './tasks/tasks.ts';
import type { TemplateNames } from './template-names.ts';

/** Parameters of the address and after the question mark, as text. */
export type Texts = Readonly<Record<string, string | undefined>>;

/** One call at the door: whose, about what. */
export interface OsCall {
  readonly services: Services;
  readonly scope: Scope;
  readonly documents: DocumentIndexes;
  readonly contexts: SearchContexts;
  readonly tasks: Tasks;
  readonly names: TemplateNames;
  readonly params: Texts;
  readonly query: Texts;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly signal: AbortSignal;
  /** Refuses, once the body is here, who has lost the right to the call since it began (AUT-07). */
  readonly still: () => Promise<void>;
  /** The body as text, unpacked; empty when there is none. */
  readonly text: () => Promise<string>;
  /** The body, once it was read as a whole. */
  readonly readText: () => string | null;
  /** The body in pieces, unpacked. */
  readonly stream: () => AsyncIterable<Buffer>;
  /** The body as one JSON object; `{}` when there is none. */
  readonly json: () => Promise<Body>;
}

/** An answer with another status than 200, or one that is no JSON. */
export class OsAnswer {
  readonly body: unknown;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}) {
    this.body = body;
    this.status = status;
    this.headers = headers;
  }
}

/** A parameter that is true or false; named alone it is true. @throws PlatformError for anything else */
export function isTrue(value: string | undefined, absent = false): boolean {
  if (value === undefined) return absent;
  if (value !== '' && value !== 'true' && value !== 'false') {
    throw illegal(`Failed to parse value [${value}] as only [true] or [false] are allowed.`);
  }
  return value !== 'false';
}

/** A parameter that is a whole number. */
export function integer(query: Texts, name: string): number | undefined {
  const given = query[name];
  if (given === undefined) return undefined;
  if (!/^-?\d+$/.test(given)) throw illegal(`Failed to parse int parameter [${name}] with value [${given}]`);
  return Number(given);
}

export const list = (value: string | undefined): readonly string[] =>
  value === undefined || value === '' ? [] : value.split(',');

const KINDS = ['open', 'closed', 'hidden', 'none'] as const;

/** How the address wants names resolved; `absent` are the defaults of the call. */
export function resolving({ query }: Pick<OsCall, 'query'>, absent: ResolveOptions = {}): ResolveOptions {
  const asked = list(query.expand_wildcards);
  const expand = asked.includes('all')
    ? (['open', 'closed', 'hidden'] as const)
    : asked.map((kind) => {
        const known = KINDS.find((each) => each === kind);
        if (known === undefined) throw illegal(`No valid expand wildcard value [${kind}]`);
        return known;
      });
  return {
    ignoreUnavailable: isTrue(query.ignore_unavailable, absent.ignoreUnavailable ?? false),
    allowNoIndices: isTrue(query.allow_no_indices, absent.allowNoIndices ?? true),
    expand: asked.length === 0 ? (absent.expand ?? ['open']) : expand,
    ...(absent.streams === false && { streams: false }),
  };
}

/** The indexes the address means. */
export const indexesOf = (call: OsCall, absent?: ResolveOptions): Promise<readonly string[]> =>
  call.documents.resolve(call.params.index ?? '_all', resolving(call, absent));

/** What is known of the indexes of these names, in the order of the list of all. */
export async function infosNamed(
  { documents }: Pick<OsCall, 'documents'>,
  names: Iterable<string>,
): Promise<readonly StoredInfo[]> {
  const wanted = new Set(names);
  return (await documents.list()).filter(({ name }) => wanted.has(name));
}

export const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
