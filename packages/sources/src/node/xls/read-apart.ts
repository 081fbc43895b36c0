import { Worker } from 'node:worker_threads';
import type { XlsReader } from '../../files/open-source.ts';
import { FileRefused } from '../../refusal.ts';
import type { RowBlock } from '../../rows/row-reader.ts';
import { isOldWorkbook, largeXls, refuseLargeXls } from '../../xls/old-workbook.ts';
import type { XlsMessage, XlsTask } from './protocol.ts';

/** MB the cells of a workbook may take. */
const MOST_MEMORY = 1024;
/** The largest take two or three seconds. */
const LONGEST_MS = 60_000;

const tooSlow = (): FileRefused =>
  new FileRefused(
    'damaged',
    'The workbook (XLS or ODS) was not read within a minute. Save it as XLSX or CSV and send that.',
  );

type Head = Extract<XlsMessage, { readonly type: 'head' }>;

const isOutOfMemory = (cause: unknown): boolean => Object(cause).code === 'ERR_WORKER_OUT_OF_MEMORY';

/**
 * Reads what is sent as XLS, an old workbook in a thread of its own. @throws FileRefused when it is encrypted, damaged, too large or
 * has no such sheet
 */
export const readXls: XlsReader = async (source, choice) => {
  if (await isOldWorkbook(source)) return readApart(source, choice);
  const { readMarkup } = await import('../../markup/read-markup.ts');
  return readMarkup(source, choice);
};

/** Its library reads it in one go, for which everybody would have to wait, and takes what memory it likes. */
const readApart: XlsReader = async (source, choice) => {
  refuseLargeXls(source.size);
  const bytes = new Uint8Array(await source.read(0, source.size));
  const worker = new Worker(new URL('./xls-thread.ts', import.meta.url), {
    workerData: { bytes, choice } satisfies XlsTask,
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY },
  });
  const left = new AbortController();
  const head = Promise.withResolvers<Head>();
  const blocks = new ReadableStream<RowBlock>({
    start(controller) {
      let fail: (cause: unknown) => void = head.reject;
      const late = setTimeout(() => end(() => fail(tooSlow())), LONGEST_MS);
      const end = (tell: () => void): void => {
        clearTimeout(late);
        worker.off('message', take);
        void worker.terminate();
        tell();
        fail = () => {};
      };
      const take = (message: XlsMessage): void => {
        switch (message.type) {
          case 'block':
            controller.enqueue(message.block);
            break;
          case 'head':
            fail = (cause) => controller.error(cause);
            head.resolve(message);
            break;
          case 'end':
            end(() => controller.close());
            break;
          case 'refused':
            end(() => fail(new FileRefused(message.rule, message.message)));
        }
      };
      worker.on('message', take);
      worker.on('error', (cause) => end(() => fail(isOutOfMemory(cause) ? largeXls() : cause)));
      left.signal.addEventListener('abort', () => end(() => {}));
    },
    cancel: () => left.abort(),
  });
  const { columns, sheets } = await head.promise;
  return { reader: { columns, blocks }, sheets };
};
