import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A MariaDB of a test's own: one folder, one port, a certificate of its own making. */
export interface MariaDb {
  readonly host: string;
  readonly port: number;
  /** May do everything. */
  readonly uid: string;
  readonly pwd: string;
  /** Runs SQL with the server's own client; answers what it prints. */
  readonly sql: (text: string) => Promise<string>;
  /** Ends the process at once, as a crash would. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same folder and port. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

const PATIENCE_MS = 60_000;
const MISSING =
  'No MariaDB answers. Install it (Debian: apt-get install mariadb-server) so that mariadbd, mariadb and mariadb-install-db are on the PATH.';

async function certificate(folder: string): Promise<readonly string[]> {
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'];
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    ...subject,
    '-keyout',
    key,
    '-out',
    cert,
  ]);
  return [`--ssl-key=${key}`, `--ssl-cert=${cert}`];
}

/** Starts MariaDB in a folder of its own. @throws when it is not installed or does not come up */
export async function startMariaDb(): Promise<MariaDb> {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-mariadb-'));
  const data = path.join(folder, 'data');
  await mkdir(data);
  const { username } = userInfo();
  await run('mariadb-install-db', [
    '--no-defaults',
    `--datadir=${data}`,
    `--user=${username}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ]).catch((cause: unknown) => {
    throw new Error(MISSING, { cause });
  });
  const socket = path.join(folder, 's.sock');
  const port = await freePort();
  const flags = ['--no-defaults', `--user=${username}`, `--datadir=${data}`, `--socket=${socket}`, `--port=${port}`];
  const modest = [
    '--bind-address=127.0.0.1',
    '--innodb-buffer-pool-size=64M',
    '--innodb-flush-log-at-trx-commit=2',
    '--character-set-server=utf8mb4',
  ];
  const tls = await certificate(folder);
  const start = () => spawn('mariadbd', [...flags, ...modest, ...tls], { stdio: 'ignore' });
  let server = start();
  const sql = async (text: string): Promise<string> => {
    const child = run(
      'mariadb',
      ['--no-defaults', '--default-character-set=utf8mb4', '--batch', `--socket=${socket}`, '--user=root'],
      { maxBuffer: 64 * 1024 * 1024 },
    );
    // a client that found no server is gone before it took the text; its exit code says so
    child.child.stdin?.on('error', () => {}).end(text);
    return (await child).stdout;
  };
  const answers = async (): Promise<void> => {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const answered = await sql('SELECT 1').then(
        () => true,
        () => false,
      );
      if (answered) return;
      if (server.exitCode !== null || Date.now() > until) throw new Error(MISSING);
      await setTimeout(100);
    }
  };
  const kill = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  };
  await answers();
  const [uid, pwd] = ['loader', 'p\'w"ö1'];
  await sql(`CREATE USER '${uid}'@'%' IDENTIFIED BY 'p\\'w"ö1'; GRANT ALL ON *.* TO '${uid}'@'%';`);
  return {
    host: '127.0.0.1',
    port,
    uid,
    pwd,
    sql,
    kill,
    restart: async () => {
      await kill();
      server = start();
      await answers();
    },
    stop: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
