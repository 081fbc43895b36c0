import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { newId } from '@datasarana/schema';
import { createSigningKey, TOKEN_LIFE } from '../access/tokens.ts';
import type { Config, Settings, SigningKey } from './config.ts';

/** What the first start generated (APP-18); lives in `data/config.json`, readable by its owner only. */
interface Kept {
  readonly appId: string;
  readonly appKey: string;
  readonly tenantId: string;
  readonly clusterId: string;
  readonly signingKeys: readonly SigningKey[];
  readonly dataKey: string;
}

/** A key signs for 30 days; it checks tokens as long as one it signed may live. */
const KEY_LIFE = 30 * 86_400_000;

/** Settings plus what is kept; generates on the first start and renews the signing key when it is due. */
export async function loadConfig(settings: Settings, now: number): Promise<Config> {
  await mkdir(settings.data, { recursive: true });
  const file = path.join(settings.data, 'config.json');
  const found = await readKept(file);
  const kept = await withFreshKey(found ?? generated(settings), now);
  if (kept !== found) await writeKept(file, kept);
  return {
    ...settings,
    ...kept,
    ...(settings.appId && { appId: settings.appId }),
    ...(settings.appKey && { appKey: settings.appKey }),
    ...(settings.tenantId && { tenantId: settings.tenantId }),
  };
}

const generated = (settings: Settings): Kept => ({
  appId: settings.appId ?? newId(),
  appKey: settings.appKey ?? randomBytes(24).toString('base64url'),
  tenantId: settings.tenantId ?? newId(),
  clusterId: newId(),
  signingKeys: [],
  dataKey: randomBytes(32).toString('base64'),
});

async function withFreshKey(kept: Kept, now: number): Promise<Kept> {
  const newest = kept.signingKeys.at(-1);
  if (newest && now - newest.created < KEY_LIFE) return kept;
  const key = await createSigningKey(now);
  const checking = kept.signingKeys.filter((old) => now - old.created < KEY_LIFE + TOKEN_LIFE * 1000);
  return { ...kept, signingKeys: [...checking, key] };
}

async function readKept(file: string): Promise<Kept | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  try {
    return JSON.parse(text) as Kept;
  } catch (cause) {
    throw new Error(`${file} is damaged. Put back a copy: it holds the keys that open this data folder.`, { cause });
  }
}

/** Written beside and renamed, so that a crash leaves the old or the new one, never half. */
async function writeKept(file: string, kept: Kept): Promise<void> {
  const beside = `${file}.new`;
  const handle = await open(beside, 'w', 0o600);
  try {
    await handle.writeFile(JSON.stringify(kept, null, 2));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(beside, file);
}
