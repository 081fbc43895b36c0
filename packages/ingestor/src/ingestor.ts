import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { DatabaseSync } from 'node:sqlite';
import { Console } from './console/console.ts';
import { factsOf } from './host.ts';
import { serveConsole } from './http/console-socket.ts';
import { localRoutes } from './http/local-routes.ts';
import { Pairing } from './http/pairing.ts';
import { localServer } from './http/server.ts';
import { Reports } from './reports.ts';
import { Turnstile } from './sending/turnstile.ts';
import type { Settings } from './settings.ts';
import { FolderRefused, openDatabase } from './state/database.ts';
import { Progress } from './state/progress.ts';
import { RefusedRows } from './state/refused-rows.ts';
import { Spool } from './state/spool.ts';
import { isOfTheMachine } from './tasks/machine.ts';
import { pause as pauseFor } from './tasks/pause.ts';
import type { Service } from './tasks/service.ts';
import { Tasks } from './tasks/tasks.ts';
import { keepTidy } from './tasks/tidy.ts';

/** A running local service. */
export interface Ingestor {
  /** Where it listens: `http://127.0.0.1:7420`. */
  readonly address: string;
  /** Finishes what is being written and gives the folder back; progress stays. */
  readonly close: () => Promise<void>;
}

/** What the service needs of those who start it; the clock can be replaced. */
export interface IngestorOptions {
  /** Shows a new pairing code to whoever sits at the machine. */
  readonly showCode: (code: string) => void;
  readonly now?: () => number;
  readonly pause?: Service['pause'];
}

/** What stands in the data folder. @throws FolderInUse, FolderRefused */
function openFolder({ data, quiet }: Settings, now: () => number) {
  let database: DatabaseSync | null = null;
  try {
    database = openDatabase(data);
    const progress = new Progress(database);
    const spool = new Spool(data);
    spool.clearExcept(progress.spoolFiles());
    return { database, progress, spool, refused: new RefusedRows(data), told: new Console(data, quiet, now) };
  } catch (cause) {
    database?.close();
    throw isOfTheMachine(cause) ? new FolderRefused(data, cause) : cause;
  }
}

/**
 * Opens the folder, takes up the tasks that were at work and listens.
 * @throws FolderInUse, FolderRefused, and the system's own error when the port is taken
 */
export async function startIngestor(
  settings: Settings,
  { showCode, now = Date.now, pause = pauseFor }: IngestorOptions,
): Promise<Ingestor> {
  const { database, progress, spool, refused, told } = openFolder(settings, now);
  try {
    const service: Service = {
      settings,
      progress,
      spool,
      refused,
      console: told,
      pushes: new Turnstile(settings.parallel),
      now,
      pause,
    };
    const tasks = new Tasks(service);
    const id = progress.meta('service_id', randomUUID);
    let address = '';
    const facts = () => factsOf(id, settings.name, address);
    const pairing = new Pairing(progress, showCode, now);
    const server = localServer(settings, pairing, localRoutes(service, tasks, pairing, facts));
    const closeConsole = serveConsole(server, settings, pairing, told);
    server.listen(settings.port, settings.host);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    address = `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}`;
    const reports = new Reports(service, tasks, facts);
    tasks.resume();
    const endTidying = keepTidy(service);
    reports.start();
    told.state({}, `Listens on ${address}`);
    return {
      address,
      close: async () => {
        reports.stop();
        endTidying();
        closeConsole();
        server.close();
        server.closeAllConnections();
        await tasks.close();
        told.state({}, 'Stopped');
        database.close();
      },
    };
  } catch (cause) {
    database.close();
    throw cause;
  }
}
