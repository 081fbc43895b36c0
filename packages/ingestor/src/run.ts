import { startIngestor } from './ingestor.ts';
import { readSettings, SettingsRefused } from './settings.ts';
import { FolderInUse, FolderRefused } from './state/database.ts';

/** Faults the operator can mend are told in a sentence; others with their stack. */
function stop(cause: unknown): never {
  if (cause instanceof SettingsRefused || cause instanceof FolderInUse || cause instanceof FolderRefused)
    console.error(cause.message);
  else if (Object(cause).code === 'EADDRINUSE')
    console.error(`${Object(cause).message}. Another program listens there; set INGESTOR_PORT to a free port.`);
  else console.error(cause);
  process.exit(1);
}

const settings = (() => {
  try {
    return readSettings(process.env);
  } catch (cause) {
    return stop(cause);
  }
})();
const showCode = (code: string): void => console.log(`Pairing code: ${code}`);
const ingestor = await startIngestor(settings, { showCode }).catch(stop);

let stopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (stopping) process.exit(1);
    stopping = true;
    ingestor.close().then(() => process.exit(0), stop);
  });
}
console.log(`The ingestor listens on ${ingestor.address} for ${settings.platform}`);
