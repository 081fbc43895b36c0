import { readSettings, unknownSettings } from './config/settings.ts';
import { collectLessOften, returnMemoryOfStart } from './lifecycle/heap.ts';
import { listenFault, StartRefused } from './lifecycle/start-refused.ts';
import { createPlatform, type Platform } from './platform.ts';

function stop(error: unknown): never {
  console.error(error instanceof StartRefused ? error.message : error);
  process.exit(1);
}

async function start(): Promise<Platform> {
  const settings = readSettings(process.env);
  for (const name of unknownSettings(process.env))
    console.warn(`${name} is not a setting of the platform; it is ignored`);
  const platform = await createPlatform(settings);
  const { port, host } = settings;
  const address = await platform.app.listen({ port, host }).catch((cause) => Promise.reject(listenFault(cause)));
  if (platform.administrator?.password) {
    // AUT-17: told once, on the console only.
    console.log(
      `\nFirst administrator: ${platform.administrator.login}\nOne-time password:   ${platform.administrator.password}\n`,
    );
  }
  console.log(`Datasarana listens on ${address}`);
  returnMemoryOfStart();
  collectLessOften();
  return platform;
}

const started = start().catch(stop);

let stopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (stopping) process.exit(1);
    stopping = true;
    // a start is finished first: what it opened is closed in order
    started
      .then((platform) => {
        platform.services.log.info({ signal }, 'stopping: running calls finish first');
        return platform.close();
      })
      .then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
  });
}
