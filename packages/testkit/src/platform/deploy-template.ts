import { type Caller, ok } from './caller.ts';

/** Makes a template and deploys it; `more` stands beside its name and fields. Answers its id. @throws AssertionError with the refusal */
export async function deployTemplate(
  who: Caller,
  name: string,
  items: readonly unknown[],
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const { data } = ok(await who.call('PUT', '/schema/data/template', { body: { name, items, ...more } }));
  ok(await who.call('PATCH', '/schema/data/template', { query: { mode: 'deploy' }, body: { id: data.id } }));
  return data.id;
}
