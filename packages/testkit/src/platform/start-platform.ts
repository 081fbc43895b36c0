import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPlatform, type Platform, type Settings } from '@datasarana/server';
import { type Caller, callerFor } from './caller.ts';
import { checkReplies } from './check-replies.ts';
import { addTenant, PASSWORD, type Person, type SignedRole } from './people.ts';

/** A tenant with a person of each role. */
export interface TestTenant {
  readonly id: string;
  readonly people: ReadonlyMap<SignedRole, Person>;
  /** Calls as the tenant's person of that role; signs in on first use. */
  readonly as: (role: SignedRole) => Promise<Caller>;
}

/** A running platform with two tenants. */
export interface TestPlatform {
  readonly url: string;
  readonly platform: Platform;
  /** Two tenants, always: what belongs to one must be absent for the other. */
  readonly a: TestTenant;
  readonly b: TestTenant;
  readonly anonymous: Caller;
  readonly folder: string;
  readonly stop: () => Promise<void>;
}

/**
 * A running platform on a free port and a folder of its own, with two tenants and a person of every role in each. `clock` gives
 * its time in epoch ms.
 */
export async function startPlatform(
  options: Partial<Settings> = {},
  clock: () => number = Date.now,
): Promise<TestPlatform> {
  const folder = options.data ?? (await mkdtemp(path.join(tmpdir(), 'datasarana-test-')));
  const settings: Settings = {
    port: 0,
    host: '127.0.0.1',
    data: folder,
    origins: [],
    logLevel: 'silent',
    webRoot: path.join(folder, 'no-web'),
    ...options,
  };
  const platform = await createPlatform(settings, clock);
  const broken = checkReplies(platform);
  const url = await platform.app.listen({ port: settings.port, host: settings.host });
  const first = await addTenant(platform, 'a', platform.services.config.tenantId);
  const second = await addTenant(platform, 'b');
  const tenant = ({ id, people }: typeof first): TestTenant => {
    const callers = new Map<SignedRole, Promise<Caller>>();
    const as = (role: SignedRole): Promise<Caller> => {
      const known = callers.get(role) ?? signIn(url, platform, id, people.get(role)?.login ?? '');
      callers.set(role, known);
      return known;
    };
    return { id, people, as };
  };
  return {
    url,
    platform,
    a: tenant(first),
    b: tenant(second),
    anonymous: callerFor(url, null),
    folder,
    stop: async () => {
      await platform.close();
      if (!options.data) await rm(folder, { recursive: true, force: true });
      if (broken.length > 0) throw new Error(broken.join('\n'));
    },
  };
}

async function signIn(url: string, platform: Platform, tenant: string, login: string): Promise<Caller> {
  const body = { login_id: login, password: PASSWORD, app_id: platform.services.config.appId, org_id: tenant };
  const reply = await callerFor(url, null).call('POST', '/auth/token/user', { body });
  const { jwt } = reply.data as { readonly jwt: string };
  return callerFor(url, jwt);
}
