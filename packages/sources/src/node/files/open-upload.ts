import { constants, createWriteStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type ByteSource, bytesOf, DAMAGED_GZIP } from '../../files/byte-source.ts';
import {
  asked,
  type FileChoice,
  formatIn,
  type OpenedFile,
  openPacked,
  openSource,
  openText,
} from '../../files/open-source.ts';
import { peek } from '../../files/peek.ts';
import { FileRefused } from '../../refusal.ts';
import { readXls } from '../xls/read-apart.ts';

/** An opened file and what has to be closed behind it. */
export interface Upload {
  readonly file: OpenedFile;
  close(): Promise<void>;
}

/** Packed bytes may become this many times as many; beyond it they are made to exhaust the reader. */
const MAX_RATIO = 500;
/** What is small however it grows. */
const SMALL = 8 * 1024 * 1024;

/** Bytes of a file handle, read at their place. */
export const handleSource = (handle: FileHandle, size: number): ByteSource => ({
  size,
  async read(from, to) {
    const bytes = new Uint8Array(Math.max(0, Math.min(to, size) - from));
    let done = 0;
    while (done < bytes.length) {
      const { bytesRead } = await handle.read(bytes, done, bytes.length - done, from + done);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    return done === bytes.length ? bytes : bytes.slice(0, done);
  },
});

/** Unpacks gzip as it comes. @throws FileRefused when it is cut or grows beyond measure */
export async function* gunzipped(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let packed = 0;
  let size = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      packed += chunk.length;
      yield chunk;
    }
  }
  const input = Readable.from(counted(), { objectMode: false });
  const gunzip = createGunzip({ chunkSize: 128 * 1024 });
  input.on('error', (cause) => gunzip.destroy(cause));
  input.pipe(gunzip);
  try {
    for await (const chunk of gunzip as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > packed * MAX_RATIO + SMALL) {
        throw new FileRefused('bomb', 'The file grows more than five hundredfold when unpacked; it is not read.');
      }
      yield chunk;
    }
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    if (!code.startsWith('Z_')) throw cause;
    throw new FileRefused('damaged', DAMAGED_GZIP, { cause });
  } finally {
    gunzip.destroy();
    input.destroy();
  }
}

/**
 * Opens a file of any format while it comes in. Text streams through; formats that are read at random (workbooks, Parquet,
 * archives) wait in `spare`, a path of a file that does not exist yet, which is removed on close.
 * @throws FileRefused with a sentence saying what to do
 */
export async function openUpload(bytes: AsyncIterable<Uint8Array>, choice: FileChoice, spare: string): Promise<Upload> {
  let { head, rest } = await peek(bytes);
  if (head.length === 0) throw new FileRefused('empty', 'The file is empty.');
  let found = formatIn(head, choice);
  if (found === 'gzip') {
    ({ head, rest } = await peek(gunzipped(rest)));
    const name = choice.name?.replace(/\.gz$/i, '');
    found = formatIn(head, { ...choice, ...(name !== undefined && { name }) });
    if (found === 'gzip')
      throw new FileRefused('binary', 'The gzip archive holds another one. Unpack it once and send that.');
  }
  const { format } = choice;
  const text = found === 'zip' || found === 'xls' || found === 'html' || found === 'parquet' ? null : found;
  const chosen =
    format === undefined || format === 'generic' || format === 'xlsx' || format === 'xls' || format === 'parquet'
      ? null
      : format;
  if (text !== null && (format === undefined || chosen !== null)) {
    return { file: openText(chosen ? asked(text, chosen) : text, rest, choice), close: async () => {} };
  }
  return openSpare(rest, choice, spare);
}

async function openSpare(bytes: AsyncIterable<Uint8Array>, choice: FileChoice, spare: string): Promise<Upload> {
  await pipeline(bytes, createWriteStream(spare));
  const upload = await openFile(spare, choice).catch(async (cause: unknown) => {
    await rm(spare, { force: true });
    throw cause;
  });
  return {
    file: upload.file,
    async close() {
      await upload.close();
      await rm(spare, { force: true });
    },
  };
}

/** Opens a file on disk, read in its place. A pipe that took its name is not waited for. @throws FileRefused */
export async function openFile(path: string, choice: FileChoice): Promise<Upload & { readonly handle: FileHandle }> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new FileRefused('binary', 'It is no file: pipes, sockets and devices are not read.');
    const { size } = found;
    if (size === 0) throw new FileRefused('empty', 'The file is empty.');
    return { file: await openHandle(handleSource(handle, size), choice), handle, close: () => handle.close() };
  } catch (cause) {
    await handle.close();
    throw cause;
  }
}

async function openHandle(source: ByteSource, choice: FileChoice): Promise<OpenedFile> {
  const head = await source.read(0, 2);
  // archives one behind another are one file, as logs are that are packed by the day
  if (head[0] === 0x1f && head[1] === 0x8b) return openPacked(gunzipped(bytesOf(source)), choice);
  return openSource(source, choice, readXls);
}
