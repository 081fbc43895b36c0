import { parentPort, workerData } from 'node:worker_threads';
import { Connection } from './connection.ts';
import type { ReaderMessage, ReaderReply } from './protocol.ts';
import { Reader } from './reader.ts';
import { attempt } from './wire-error.ts';

const { file }: { file: string } = workerData;
const connection = new Connection(file, true);
const reader = new Reader(connection);
const reply = (message: ReaderReply): void => parentPort?.postMessage(message);

parentPort?.on('message', (message: ReaderMessage) => {
  if (message.type === 'close') {
    connection.close();
    reply({ type: 'closed' });
    parentPort?.close();
    return;
  }
  const before = connection.statements;
  const outcome = attempt(() => reader.search(message.question));
  reply({ type: 'found', id: message.id, outcome, statements: connection.statements - before });
});
