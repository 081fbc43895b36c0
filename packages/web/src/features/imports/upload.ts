import type { Reply } from '@datasarana/schema';
import { type Api, CallFailure } from '../../session/index.ts';
import { unreachable } from '../../session/reply.ts';

/** What an import answers (STR-03). */
export interface Ledger {
  readonly batch: string;
  readonly read: number;
  readonly accepted: number;
  readonly replaced: number;
  readonly unchanged: number;
  readonly rejected: number;
  readonly errors: readonly LedgerError[];
}

export interface LedgerError {
  readonly line: number;
  readonly field: string;
  readonly reason: string;
  readonly value?: string | null;
}

export interface UploadOptions {
  readonly template: string;
  readonly delimiter: string;
  readonly encoding: string;
  /** Source column → field, or null for a column left out. */
  readonly columns: Readonly<Record<string, string | null>>;
  /** Source column → date format. */
  readonly formats: Readonly<Record<string, string>>;
  readonly dryRun: boolean;
  readonly requestId: string;
}

/**
 * Sends a file as it is and tells how many bytes are on their way. XMLHttpRequest, because fetch reports no upload
 * progress. With `wait=durable` the answer comes as soon as the batch is safe; its ledger is then read by its id.
 * @throws CallFailure as every call does; AbortError when cancelled
 */
export function uploadCsv(
  api: Api,
  file: Blob,
  options: UploadOptions,
  onProgress: (sent: number) => void,
  signal: AbortSignal,
): Promise<Ledger> {
  const { template, delimiter, encoding, columns, formats, dryRun, requestId } = options;
  const query = {
    template,
    delimiter,
    encoding,
    columns: JSON.stringify(columns),
    formats: JSON.stringify(formats),
    ...(dryRun ? { dry_run: true } : { wait: 'durable' }),
  };
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', api.address('data.csv', { query }));
    for (const [name, value] of Object.entries(api.headers({ requestId }))) request.setRequestHeader(name, value);
    request.setRequestHeader('content-type', 'text/csv');
    request.responseType = 'text';
    request.upload.onprogress = (event) => onProgress(event.loaded);
    request.onerror = () => reject(unreachable());
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'));
    request.onload = () => {
      const reply = parsed(request.responseText);
      if (reply && reply.error === null && reply.data) resolve(reply.data);
      else reject(failure(reply, request.status, requestId));
    };
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

function parsed(text: string): Reply<Ledger> | null {
  try {
    return JSON.parse(text) as Reply<Ledger>;
  } catch {
    return null;
  }
}

function failure(reply: Reply<Ledger> | null, status: number, requestId: string): CallFailure {
  const message = reply?.error?.error.reason ?? reply?.error?.message ?? `The platform answered ${status}`;
  const hint = reply?.error?.hint;
  return new CallFailure(reply?.code ?? 50, message, { requestId, ...(hint && { hint }) });
}
