import { parentPort, workerData } from 'node:worker_threads';
import { FileRefused } from '../../refusal.ts';
import { readXls } from '../../xls/read-xls.ts';
import type { XlsMessage, XlsTask } from './protocol.ts';

const { bytes, choice }: XlsTask = workerData;
const tell = (message: XlsMessage): void => parentPort?.postMessage(message);

try {
  const { reader, sheets } = await readXls(
    { size: bytes.length, read: async (from, to) => bytes.subarray(from, to) },
    choice,
  );
  tell({ type: 'head', columns: reader.columns, sheets });
  for await (const block of reader.blocks) tell({ type: 'block', block });
  tell({ type: 'end' });
} catch (cause) {
  if (!(cause instanceof FileRefused)) throw cause;
  tell({ type: 'refused', rule: cause.rule, message: cause.message });
}
