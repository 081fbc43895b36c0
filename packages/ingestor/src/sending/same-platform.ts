import { createHash } from 'node:crypto';
import { CallFailure, type Client, upload } from '@datasarana/client';
import { platformName } from '@datasarana/schema';
import type { Service } from '../tasks/service.ts';
import type { TaskTemplate } from '../tasks/task.ts';
import { anotherAt, notOfPlatform, type Pushed } from './push.ts';

type Obstacle = Extract<Pushed, { readonly kind: 'later' }>;

/** After an answer the platform is taken for the same one so long: none begins in less. */
const TRUSTED_MS = 300;
const PATIENCE_MS = 10_000;

const away = (reason: string): Obstacle => ({ kind: 'later', trouble: 'away', reason });

/**
 * Sees to it that rows are offered to the platform alone that lets the token of their task in: another one may answer at its address
 * since. Each platform has an id of its own, which is kept beside the token it knows.
 */
export class SamePlatform {
  readonly #service: Service;
  readonly #template: TaskTemplate;
  readonly #client: Client;
  readonly #key: string;
  #name = '';
  #trustedUntil = 0;
  #looking: Promise<Obstacle | null> | null = null;

  constructor(service: Service, template: TaskTemplate, client: Client) {
    this.#service = service;
    this.#template = template;
    this.#client = client;
    this.#key = `platform of ${createHash('sha256').update(template.token).digest('base64url')}`;
  }

  /** What the platform is called, once nothing stands in its way. */
  get name(): string {
    return this.#name;
  }

  /** What came of a push: the platform is trusted on, or looked at anew before the next one. */
  note({ kind }: Pushed): void {
    this.#trustedUntil = kind === 'later' ? 0 : performance.now() + TRUSTED_MS;
  }

  /** Why no row may be sent now; null = it is the same platform. */
  async obstacle(): Promise<Obstacle | null> {
    if (performance.now() < this.#trustedUntil) return null;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #look(): Promise<Obstacle | null> {
    const { progress, settings } = this.#service;
    const address = settings.platform.replace(/\/api$/, '');
    const found = await platformAt(address);
    if ('kind' in found) return found;
    const { app_id, tenant_id } = found;
    const id = `${app_id} ${tenant_id}`;
    const known = progress.note(this.#key);
    if (id !== known) {
      const refusal = await this.#refusal();
      const isAnother = refusal?.trouble === 'token' && known !== null;
      if (isAnother) return { ...refusal, reason: anotherAt(address) };
      if (refusal) return refusal;
      progress.keepNote(this.#key, id);
    }
    this.#name = platformName(app_id, tenant_id);
    this.#trustedUntil = performance.now() + TRUSTED_MS;
    return null;
  }

  /** Knocks without a row: a platform that knows the token says that there is none. */
  async #refusal(): Promise<Obstacle | null> {
    try {
      await upload(this.#client, 'data.feature', {
        query: { template: this.#template.id, dry_run: true },
        body: new Blob([]),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      return null;
    } catch (cause) {
      if (!(cause instanceof CallFailure)) return away(cause instanceof Error ? cause.message : String(cause));
      const other = notOfPlatform(cause);
      if (other !== null) return away(other);
      if (cause.http === 401 || cause.http === 403) return { kind: 'later', trouble: 'token', reason: cause.message };
      return cause.http === 0 || cause.http >= 500 ? away(cause.message) : null;
    }
  }
}

interface Identity {
  readonly app_id: string;
  readonly tenant_id: string;
}

/** Which platform is at an address, or why none answers there. */
async function platformAt(platform: string): Promise<Identity | Obstacle> {
  try {
    const reply = await fetch(`${platform}/app-config.json`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const config: unknown = await reply.json().catch(() => null);
    const app_id: unknown = Reflect.get(Object(config), 'app_id');
    const tenant_id = String(Reflect.get(Object(config), 'tenant_id'));
    if (reply.ok && typeof app_id === 'string') return { app_id, tenant_id };
    return away(`What answers at ${platform} is no platform (status ${reply.status}).`);
  } catch (cause) {
    const { code, message } = Object(Object(cause).cause ?? cause) as {
      readonly code?: string;
      readonly message?: string;
    };
    return away(`${platform} does not answer (${code ?? message ?? String(cause)}).`);
  }
}
