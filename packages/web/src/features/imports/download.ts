interface Asked {
  /** Sent as JSON by POST; GET without one. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** The bytes of a download, with the session's headers. @throws Error with what the platform says */
export async function fetchDownload(
  address: string,
  headers: Readonly<Record<string, string>>,
  { body, signal }: Asked = {},
): Promise<Blob> {
  const response = await fetch(address, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  if (!response.ok) throw new Error(await refusalOf(response));
  if (isNone(response)) throw new Error('What was to be downloaded is not there, or is not shared with you.');
  return response.blob();
}

/** Fetches a download with the session's headers and hands it to the browser under a name. */
export async function saveDownload(
  address: string,
  headers: Readonly<Record<string, string>>,
  name: string,
  body?: unknown,
): Promise<void> {
  const url = URL.createObjectURL(await fetchDownload(address, headers, { body }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** An envelope that went well tells that there is no file (API-06); a file comes with its name. */
const isNone = ({ headers }: Response): boolean =>
  headers.get('content-disposition') === null && /^application\/json\b/.test(headers.get('content-type') ?? '');

/** What the platform says to a download it refuses, with what to do next. */
async function refusalOf(response: Response): Promise<string> {
  const reply: unknown = await response.json().catch(() => null);
  const error = typeof reply === 'object' && reply !== null && 'error' in reply ? reply.error : null;
  if (typeof error === 'object' && error !== null && 'message' in error) {
    return [error.message, 'hint' in error ? error.hint : ''].filter(Boolean).join(' ');
  }
  return `The download was refused (${response.status}). Sign in again or ask an administrator.`;
}
