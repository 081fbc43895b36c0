import type { Caller } from '@datasarana/testkit';

/** Records of a template by their code as they are stored, as text, which keeps the digits of long numbers. */
export async function storedRecords(
  who: Caller,
  template: string,
  items: readonly { readonly name: string }[],
): Promise<readonly string[]> {
  const body = { size: 100, sort: [{ code: 'asc' }], _source: items.map(({ name }) => name) };
  const reply = await who.raw('POST', '/data/user', { query: { template }, body });
  const sources = (await reply.text()).split('"_source":').slice(1);
  return sources.map((source) => source.slice(0, source.lastIndexOf('}') + 1).replace(/,?"sort":.*$/s, ''));
}
