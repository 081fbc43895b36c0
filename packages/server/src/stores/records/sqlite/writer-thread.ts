import { parentPort, workerData } from 'node:worker_threads';
import { Connection } from './connection.ts';
import { listIndexName } from './list-index.ts';
import { dropShort } from './list-index-table.ts';
import { migrate } from './migrations.ts';
import type { WriterMessage, WriterReply } from './protocol.ts';
import { attempt, toWire } from './wire-error.ts';
import { Writer } from './writer.ts';

const reply = (message: WriterReply): void => parentPort?.postMessage(message);

function open(): { readonly connection: Connection; readonly writer: Writer } {
  const { file, now }: { file: string; now: number } = workerData;
  const connection = new Connection(file, false);
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  // Rare checkpoints and a larger cache double the rate of batch writes; the log grows to 64 MB.
  connection.exec(
    'PRAGMA wal_autocheckpoint = 16000; PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -131072',
  );
  migrate(connection.db, now);
  // Segments of trigrams are joined sixteen at a time instead of four: each is written fewer times on its way up.
  connection.exec("INSERT INTO text (text, rank) VALUES ('automerge', 16)");
  dropShort(connection);
  return { connection, writer: new Writer(connection) };
}

function serve(): void {
  const { connection, writer } = open();
  parentPort?.on('message', (message: WriterMessage) => {
    switch (message.type) {
      case 'declare':
        reply({ type: 'declared', outcome: attempt(() => writer.declare(message.kind)) });
        break;
      case 'write':
        reply({ type: 'written', outcomes: writer.write(message.requests, message.now) });
        break;
      case 'arrange': {
        const name = listIndexName(message.wish.create);
        reply({ type: 'arranged', name, outcome: attempt(() => writer.arrange(message.wish)) });
        break;
      }
      case 'close':
        connection.close();
        reply({ type: 'closed' });
        parentPort?.close();
    }
  });
  reply({ type: 'ready', error: null });
}

try {
  serve();
} catch (error) {
  reply({ type: 'ready', error: toWire(error) });
  parentPort?.close();
}
