import { setTimeout } from 'node:timers/promises';
import type { MariaDb } from '../../packages/testkit/src/mariadb.ts';
import type { ChildIngestor } from './child-ingestor.ts';
import type { ChildPlatform } from './child-platform.ts';
import type { Link } from './link.ts';

/** Everything that can be killed, and the lines between. */
export interface Scene {
  readonly platform: ChildPlatform;
  readonly ingestor: ChildIngestor;
  readonly database: MariaDb;
  readonly toPlatform: Link;
  readonly toDatabase: Link;
}

type Random = () => number;

const KILLS = {
  ingestor: async ({ ingestor }: Scene, random: Random) => {
    await ingestor.kill();
    await setTimeout(random() * 300);
    await ingestor.start();
  },
  platform: async ({ platform, toPlatform }: Scene, random: Random) => {
    toPlatform.target = null;
    await platform.kill();
    await setTimeout(random() * 300);
    await platform.start();
    toPlatform.target = Number(new URL(platform.url).port);
  },
  database: async ({ database }: Scene, random: Random) => {
    await database.kill();
    await setTimeout(random() * 300);
    await database.restart();
  },
};

async function kill(scene: Scene, random: Random): Promise<readonly string[]> {
  const choice = random();
  const names = (['ingestor', 'platform', 'database'] as const).filter((_, i) =>
    choice < 0.9 ? Math.floor(choice / 0.3) === i : choice > 0.97 || i !== Math.floor((choice - 0.9) / 0.024),
  );
  await Promise.all(names.map((name) => KILLS[name](scene, random)));
  return names.map((name) => `${name} killed`);
}

async function disturb(scene: Scene, random: Random): Promise<string> {
  const [link, name] = random() < 0.5 ? [scene.toPlatform, 'platform'] : [scene.toDatabase, 'database'];
  const [choice, time] = [random(), random() * 1500];
  if (choice < 0.4) {
    link.cut = true;
    link.break();
    await setTimeout(time);
    link.cut = false;
    return `line to the ${name} cut`;
  }
  if (choice < 0.6) {
    link.silent = true;
    await setTimeout(time);
    link.silent = false;
    return `line to the ${name} silent`;
  }
  if (choice < 0.8) link.delay = 20 + random() * 200;
  else link.drip = 1 + Math.floor(random() * 200);
  const what = link.delay > 0 ? 'slow' : 'dripping';
  await setTimeout(time);
  [link.delay, link.drip] = [0, 0];
  return `line to the ${name} ${what}`;
}

/** One mishap, of one process, several, or a line; answers what happened. */
export const mishap = async (scene: Scene, random: Random): Promise<readonly string[]> =>
  random() < 0.7 ? kill(scene, random) : [await disturb(scene, random)];
