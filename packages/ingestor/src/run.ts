import { startIngestor } from './ingestor.ts';
import { readSettings, SettingsRefused } from './settings.ts';
import { FolderInUse } from './state/database.ts';

/** Faults the operator can mend are told in a sentence; others with their stack. */
function stop(cause: unknown): never {
  if (cause instanceof SettingsRefused || cause instanceof FolderInUse) console.error(cause.message);
  else if (Object(cause).code === 'EADDRINUSE')
    console.error(`${Object(cause).message}. Another program listens there; set INGESTOR_PORT to a free port.`);
  else console.error(cause);
  process.exit(1);
}

async function start() {
  const settings = readSettings(process.env);
  const showCode = (code: string): void => console.log(`Pairing code: ${code}`);
  const ingestor = await startIngestor(settings, { showCode });
  console.log(`The ingestor listens on ${ingestor.address} for ${settings.platform}`);
  return ingestor;
}

const ingestor = await start().catch(stop);

let stopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (stopping) process.exit(1);
    stopping = true;
    ingestor.close().then(() => process.exit(0), stop);
  });
}
