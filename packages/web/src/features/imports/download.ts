/** Fetches a download with the session's headers and hands it to the browser under a name. */
export async function saveDownload(
  address: string,
  headers: Readonly<Record<string, string>>,
  name: string,
  body?: unknown,
): Promise<void> {
  const response = await fetch(address, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(await refusalOf(response));
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** What the platform says to a download it refuses, with what to do next. */
async function refusalOf(response: Response): Promise<string> {
  const reply: unknown = await response.json().catch(() => null);
  const error = typeof reply === 'object' && reply !== null && 'error' in reply ? reply.error : null;
  if (typeof error === 'object' && error !== null && 'message' in error) {
    return [error.message, 'hint' in error ? error.hint : ''].filter(Boolean).join(' ');
  }
  return `The download was refused (${response.status}). Sign in again or ask an administrator.`;
}
