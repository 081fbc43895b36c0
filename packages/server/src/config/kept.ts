import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { newId } from '@datasarana/schema';
import { createSigningKey } from '../access/signing-keys.ts';
import { StartRefused } from '../lifecycle/start-refused.ts';
import { unlessMissing } from '../stores/unless-missing.ts';
import type { Config, Settings, SigningKey } from './config.ts';

/** What the first start generated (APP-18); lives in `data/config.json`, readable by its owner only. */
type Kept = Pick<Config, 'appId' | 'appKey' | 'tenantId' | 'clusterId' | 'signingKeys' | 'dataKey'>;

const fileIn = (folder: string): string => path.join(folder, 'config.json');

/** Settings plus what is kept; generates it on the first start. */
export async function loadConfig(settings: Settings, now: number): Promise<Config> {
  await mkdir(settings.data, { recursive: true });
  const file = fileIn(settings.data);
  const found = await readKept(file);
  const kept = found ?? { ...generated(settings), signingKeys: [await createSigningKey(now)] };
  if (kept !== found) await writeKept(file, kept);
  return {
    ...settings,
    ...kept,
    ...(settings.appId && { appId: settings.appId }),
    ...(settings.appKey && { appKey: settings.appKey }),
    ...(settings.tenantId && { tenantId: settings.tenantId }),
  };
}

const generated = (settings: Settings): Omit<Kept, 'signingKeys'> => ({
  appId: settings.appId ?? newId(),
  appKey: settings.appKey ?? randomBytes(24).toString('base64url'),
  tenantId: settings.tenantId ?? newId(),
  clusterId: newId(),
  dataKey: randomBytes(32).toString('base64'),
});

/** Puts a renewed ring of signing keys in the place of the one that is kept. */
export async function keepSigningKeys(folder: string, signingKeys: readonly SigningKey[]): Promise<void> {
  const file = fileIn(folder);
  const kept = await readKept(file);
  if (kept === null) throw new Error(`${file} is gone. Put back a copy: it holds the keys that open this data folder.`);
  await writeKept(file, { ...kept, signingKeys });
}

async function readKept(file: string): Promise<Kept | null> {
  const text = await unlessMissing(readFile(file, 'utf8'));
  if (text === null) return null;
  try {
    return JSON.parse(text) as Kept;
  } catch (cause) {
    throw new StartRefused(`${file} is damaged. Put back a copy: it holds the keys that open this data folder.`, {
      cause,
    });
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
