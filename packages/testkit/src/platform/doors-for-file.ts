import type { Caller } from './caller.ts';
import { type DoorCaller, doorOf } from './door.ts';
import { platformForFile } from './platform-for-file.ts';
import type { TestPlatform } from './start-platform.ts';

interface Doors {
  readonly platform: TestPlatform;
  /** Of tenant `a`. */
  readonly engineer: Caller;
  /** Of the administrator of tenant `a`. */
  readonly door: DoorCaller;
  /** Of the administrator of tenant `b`. */
  readonly foreign: DoorCaller;
}

/** A platform for the tests of one file with the doors of two tenants, stopped behind the last of them. */
export async function doorsForFile(): Promise<Doors> {
  const { platform, engineer } = await platformForFile();
  return {
    platform,
    engineer,
    door: await doorOf(platform.url, await platform.a.as('tenant administrator')),
    foreign: await doorOf(platform.url, await platform.b.as('tenant administrator')),
  };
}
