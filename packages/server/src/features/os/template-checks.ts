import type { OsCall } from './call.ts';
import type { Body } from './json-object.ts';
import { anyOverlap } from './pattern-overlap.ts';
import { illegal, invalidTemplate } from './refusals.ts';

/** The templates and aliases of a tenant. */
export type Names = Awaited<ReturnType<OsCall['documents']['names']>>;

export const patternsOf = ({ index_patterns: given }: Body): readonly string[] => [given ?? []].flat().map(String);

const componentsOf = ({ composed_of: given }: Body): readonly string[] => [given ?? []].flat().map(String);

/** @throws PlatformError for a template that is made of what is not there */
export function refuseMissingComponents(names: Names, name: string, body: Body): void {
  const missing = componentsOf(body).filter((each) => names.get('component_template', each) === null);
  if (missing.length === 0) return;
  throw invalidTemplate(name, `specifies component templates [${missing.join(', ')}] that do not exist`);
}

/** Of two templates with one priority nobody could tell which of them an index is made with. @throws PlatformError */
export function refuseSamePriority(names: Names, name: string, body: Body): void {
  const priority = Number(body.priority ?? 0);
  const own = patternsOf(body);
  const rivals = [...names.all('index_template')].filter(
    ([other, kept]) => other !== name && Number(kept.priority ?? 0) === priority && anyOverlap(own, patternsOf(kept)),
  );
  if (rivals.length === 0) return;
  const told = rivals.map(([other, kept]) => `${other} => [${patternsOf(kept).join(', ')}]`).join(', ');
  throw illegal(
    `index template [${name}] has index patterns [${own.join(', ')}] matching patterns from existing templates [${rivals.map(([other]) => other).join(', ')}] with patterns (${told}) that have the same priority [${priority}], multiple index templates may not match during index creation, please use a different priority`,
  );
}

/** @throws PlatformError for components that templates are still made of */
export function refuseUsedComponents(names: Names, components: readonly string[]): void {
  const users = [...names.all('index_template')].filter(([, body]) =>
    componentsOf(body).some((each) => components.includes(each)),
  );
  if (users.length === 0) return;
  const used = components.filter((each) => users.some(([, body]) => componentsOf(body).includes(each)));
  throw illegal(
    `component templates [${used.join(', ')}] cannot be removed as they are still in use by index templates [${users.map(([name]) => name).join(', ')}]`,
  );
}
