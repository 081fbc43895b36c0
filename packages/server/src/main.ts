import { readSettings, SettingsRefused, unknownSettings } from './config/settings.ts';
import { returnMemoryOfStart } from './lifecycle/after-start.ts';
import { FolderInUse } from './lifecycle/lock.ts';
import { createPlatform, type Platform } from './platform.ts';

/** Faults the operator can mend are told in a sentence; others with their stack. */
function stop(error: unknown): never {
  if (error instanceof SettingsRefused || error instanceof FolderInUse) console.error(error.message);
  else if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    console.error(`${error.message}. Another program listens there; set DATASARANA_PORT to a free port.`);
  } else console.error(error);
  process.exit(1);
}

async function start(): Promise<Platform> {
  const settings = readSettings(process.env);
  for (const name of unknownSettings(process.env))
    console.warn(`${name} is not a setting of the platform; it is ignored`);
  const platform = await createPlatform(settings);
  const address = await platform.app.listen({ port: settings.port, host: settings.host });
  if (platform.administrator?.password) {
    // AUT-17: told once, on the console only.
    console.log(
      `\nFirst administrator: ${platform.administrator.login}\nOne-time password:   ${platform.administrator.password}\n`,
    );
  }
  console.log(`Datasarana listens on ${address}`);
  returnMemoryOfStart();
  return platform;
}

const platform = await start().catch(stop);

let stopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (stopping) process.exit(1);
    stopping = true;
    platform.services.log.info({ signal }, 'stopping: running calls finish first');
    platform.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}
