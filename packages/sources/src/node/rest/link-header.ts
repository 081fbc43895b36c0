/** One link: its address and its parameters, whose quoted values may hold commas and semicolons (RFC 8288, 3). */
const LINK = /<([^>]*)>((?:\s*;\s*[\w!#$&+\-.^`|~*]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s",;]+))?)*)/g;
const RELATION = /;\s*rel\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]+))/i;

/** The address that a Link header gives for the next page. */
export function nextLink(header: string | undefined): string | undefined {
  for (const [, address, parameters = ''] of (header ?? '').matchAll(LINK)) {
    const [, quoted, bare] = RELATION.exec(parameters) ?? [];
    if ((quoted ?? bare ?? '').toLowerCase().split(/\s+/).includes('next')) return address;
  }
  return undefined;
}
