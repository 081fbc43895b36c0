import { randomBytes } from 'node:crypto';
import type { Snapshot } from '@datasarana/engine';
import { type Query, readTimeValue, type SearchRequest, type Sort } from '@datasarana/query';
import { PlatformError, ReplyCode } from '@datasarana/schema';
import type { Scope } from '../../access/scope.ts';
import { illegal } from './refusals.ts';
import type { TemplateIndex } from './template-index.ts';

/** A search that is read page by page, or a moment that several searches look at. */
export interface SearchContext {
  readonly id: string;
  readonly kind: 'scroll' | 'pit';
  readonly tenant: string;
  readonly names: readonly string[];
  /** Those of them that are the indexes of templates. */
  readonly templates: readonly TemplateIndex[];
  /** What aliases let through of the indexes of a moment. */
  readonly filter?: Query | null;
  readonly snapshot: Snapshot;
  readonly created: number;
  keepAliveMs: number;
  expires: number;
  /** Of a scroll: what is asked, and how far it was read. */
  request: SearchRequest | null;
  /** The order the caller named. */
  readonly order: readonly Sort[];
  read: number;
}

/** How many a tenant may hold open at once: each keeps a snapshot of the data. */
const MOST = 100;
const DAY = 86_400_000;
/** What our identifiers look like; others were never given out. */
const ID = /^[\w-]{32}$/;
const LIMIT = { scroll: 'search.max_keep_alive', pit: 'point_in_time.max_keep_alive' };

/** How long a search is to be held open, in milliseconds. @throws PlatformError for more than a day */
export function keepAliveOf(text: string, kind: SearchContext['kind']): number {
  const ms = readTimeValue(text, 'keep_alive');
  if (ms > DAY)
    throw illegal(
      `Keep alive for request (${text}) is too large. It must be less than (1d). This limit can be set by changing the [${LIMIT[kind]}] cluster level setting.`,
    );
  return ms;
}

function refuseStrange(kind: SearchContext['kind'], id: string): void {
  if (!ID.test(id)) throw illegal(kind === 'pit' ? `invalid id: [${id}]` : 'Cannot parse scroll id');
}

/** Searches held open for their clients; each ends when its time is over, or with the platform. */
export class SearchContexts {
  readonly #open = new Map<string, SearchContext>();
  readonly #timer: NodeJS.Timeout;
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
    this.#timer = setInterval(() => void this.#sweep(), 5_000);
    this.#timer.unref();
  }

  add(
    scope: Scope,
    given: Pick<
      SearchContext,
      'kind' | 'names' | 'templates' | 'filter' | 'snapshot' | 'keepAliveMs' | 'request' | 'order'
    >,
  ): SearchContext {
    const own = [...this.#open.values()].filter(({ tenant }) => tenant === scope.tenant);
    if (own.length >= MOST) {
      throw new PlatformError(`Trying to create too many scroll contexts. Must be less than or equal to: [${MOST}].`, {
        code: ReplyCode.Failed,
        type: 'validation',
        http: 429,
        openSearch: { type: 'rejected_execution_exception' },
      });
    }
    const now = this.#clock();
    const id = randomBytes(24).toString('base64url');
    const context: SearchContext = {
      ...given,
      id,
      tenant: scope.tenant,
      created: now,
      expires: now + given.keepAliveMs,
      read: 0,
    };
    this.#open.set(id, context);
    return context;
  }

  /** A context of the caller's tenant, its time begun anew. @throws PlatformError 404 when there is none */
  use(scope: Scope, kind: SearchContext['kind'], id: string, keepAlive?: string): SearchContext {
    refuseStrange(kind, id);
    const context = this.#open.get(id);
    if (context === undefined || context.tenant !== scope.tenant || context.expires < this.#clock()) {
      throw new PlatformError(`No search context found for id [${id}]`, {
        code: ReplyCode.NotFound,
        type: 'not_found',
        http: 404,
        openSearch: { type: 'search_context_missing_exception' },
      });
    }
    if (keepAlive !== undefined) context.keepAliveMs = keepAliveOf(keepAlive, kind);
    context.expires = this.#clock() + context.keepAliveMs;
    return context;
  }

  ofTenant(scope: Scope, kind: SearchContext['kind']): readonly SearchContext[] {
    return [...this.#open.values()].filter((each) => each.tenant === scope.tenant && each.kind === kind);
  }

  /** @returns whether there was one */
  async end(scope: Scope, kind: SearchContext['kind'], id: string): Promise<boolean> {
    refuseStrange(kind, id);
    const context = this.#open.get(id);
    if (context === undefined || context.tenant !== scope.tenant) return false;
    this.#open.delete(id);
    await context.snapshot.close();
    return true;
  }

  /**
   * Ends those of whose indexes none is there any more, as OpenSearch does: what is written while a snapshot is open, and what is removed, stays
   * in memory until it is closed.
   */
  async endWithout(scope: Scope, existing: ReadonlySet<string>): Promise<void> {
    for (const [id, { tenant, names, templates, snapshot }] of this.#open) {
      const isRead = templates.length > 0 || names.length === 0 || names.some((name) => existing.has(name));
      if (tenant !== scope.tenant || isRead) continue;
      this.#open.delete(id);
      await snapshot.close();
    }
  }

  async #sweep(): Promise<void> {
    const now = this.#clock();
    for (const [id, context] of this.#open) {
      if (context.expires >= now) continue;
      this.#open.delete(id);
      await context.snapshot.close();
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    for (const context of this.#open.values()) await context.snapshot.close();
    this.#open.clear();
  }
}
