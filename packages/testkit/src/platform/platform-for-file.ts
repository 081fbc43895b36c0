import { after } from 'node:test';
import type { Caller } from './caller.ts';
import { startPlatform, type TestPlatform } from './start-platform.ts';

/** A platform for the tests of one file, stopped behind the last of them, and the data engineer of its tenant `a`. */
export async function platformForFile(): Promise<{ readonly platform: TestPlatform; readonly engineer: Caller }> {
  const platform = await startPlatform();
  after(() => platform.stop());
  return { platform, engineer: await platform.a.as('data engineer') };
}
