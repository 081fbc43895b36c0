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
  if (!response.ok)
    throw new Error(`The download was refused (${response.status}). Sign in again or ask an administrator.`);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
