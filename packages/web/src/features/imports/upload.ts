import type { BatchAnswer } from '@datasarana/client';
import { isFailure, upload } from '@datasarana/client';
import { ReplyCode } from '@datasarana/schema';
import type { EscapeChoice, Transform } from '@datasarana/sources';
import type { Client } from '../../session/index.ts';
import type { OpenedAs } from './plan.ts';

export interface UploadOptions {
  readonly template: string;
  readonly delimiter: string;
  readonly escapes: EscapeChoice;
  readonly encoding: string;
  /** Line that names the columns of delimited text, when it was chosen. */
  readonly headerRow: number | undefined;
  /** Source column → field, or null for a column left out. */
  readonly columns: Readonly<Record<string, string | null>>;
  /** Source column → date format. */
  readonly formats: Readonly<Record<string, string>>;
  /** Source column → functions its values go through. */
  readonly transforms: Readonly<Record<string, readonly Transform[]>>;
  /** Missing for delimited text. */
  readonly opened: OpenedAs | undefined;
  /** Keeps the columns on the platform and answers their id; asked for what is too long for an address. */
  readonly keepColumns: () => Promise<string | null>;
  readonly dryRun: boolean;
  /** Id of the file as a dry run left it; when it is gone the file is sent. */
  readonly kept: string | undefined;
  readonly requestId: string;
}

/**
 * Sends a file as it is and tells how many bytes are on their way. An import answers as soon as its rows are safe,
 * and at once for a file the platform keeps; its ledger is then read by its id.
 * @throws CallFailure as every call does; AbortError when cancelled
 */
export async function uploadFile(
  api: Client,
  file: Blob,
  options: UploadOptions,
  onProgress: (sent: number) => void,
  signal: AbortSignal,
): Promise<BatchAnswer> {
  const { template, dryRun, requestId, kept, opened } = options;
  if (opened?.format === 'generic' && file instanceof File) return sendKeptFile(api, file, options, onProgress, signal);
  const query = {
    template,
    ...(file instanceof File && { file: file.name.slice(-256) }),
    ...(opened ? openedQuery(opened) : textQuery(options)),
    ...(await columnsQuery(options)),
    ...(dryRun && { dry_run: true, keep: true }),
  };
  const contentType = opened ? 'application/octet-stream' : 'text/csv';
  const send = async (more: object, body: Blob | string): Promise<BatchAnswer> => {
    const sent = { query: { ...query, ...more }, body, contentType, onProgress, signal, requestId };
    return (await upload(api, opened ? 'data.file' : 'data.csv', sent)).data;
  };
  const sendFile = () => send(dryRun ? {} : { wait: 'durable' }, file);
  if (kept === undefined) return sendFile();
  return send({ upload: kept, ...(!dryRun && { wait: 'started' }) }, '').catch((error: unknown) => {
    if (isFailure(error) && error.code === ReplyCode.NotFound) return sendFile();
    throw error;
  });
}

/** Servers and what stands before them take a head of 8 KB; signs are three bytes each in an address. */
const LONGEST_QUERY = 4000;

async function columnsQuery({ columns, formats, transforms, keepColumns }: UploadOptions) {
  const query = {
    columns: JSON.stringify(columns),
    formats: JSON.stringify(formats),
    ...(Object.keys(transforms).length > 0 && { transforms: JSON.stringify(transforms) }),
  };
  if (encodeURIComponent(Object.values(query).join('')).length <= LONGEST_QUERY) return query;
  const source = await keepColumns();
  return source === null ? query : { source };
}

const textQuery = ({ delimiter, escapes, encoding, headerRow }: UploadOptions) => ({
  delimiter,
  escapes,
  encoding,
  ...(headerRow !== undefined && { header_row: headerRow }),
});

const openedQuery = ({ format, choice }: OpenedAs) => ({
  ...(format !== 'generic' && { format }),
  ...(choice.sheet && { sheet: choice.sheet }),
  ...(choice.headerRow !== undefined && { header_row: choice.headerRow }),
  ...(choice.merged && { merged: choice.merged }),
  ...(choice.path && { path: choice.path }),
  ...(choice.beside && { beside: true }),
  ...(choice.entry && { entry: choice.entry }),
});

/** Sends a file to be kept as it is (SRC-37). */
async function sendKeptFile(
  api: Client,
  file: File,
  { template, columns, formats, transforms, dryRun, requestId }: UploadOptions,
  onProgress: (sent: number) => void,
  signal: AbortSignal,
): Promise<BatchAnswer> {
  const query = {
    template,
    file: file.name.slice(-256),
    modified: file.lastModified,
    columns: JSON.stringify(columns),
    formats: JSON.stringify(formats),
    ...(Object.keys(transforms).length > 0 && { transforms: JSON.stringify(transforms) }),
    ...(dryRun ? { dry_run: true } : { wait: 'durable' }),
  };
  const sent = { query, body: file, contentType: 'application/octet-stream', onProgress, signal, requestId };
  return (await upload(api, 'data.generic', sent)).data;
}
