import { unnamedTemplate } from '../../access/refusals.ts';
import type { Call } from '../../http/call.ts';
import type { RecordStore } from '../../stores/records/port.ts';
import type { SearchIndex } from '../../stores/search/port.ts';
import { noIndex, searchable } from '../templates/no-index.ts';
import type { DeployedTemplate, Templates } from '../templates/templates.ts';
import { hiddenFields } from './field-rights.ts';

/** A call into one template's data: the template as deployed, who calls, and what stays hidden from them. */
export interface DataAccess {
  readonly template: DeployedTemplate;
  readonly userName: string;
  readonly hidden: readonly string[];
}

/** Full name of the caller, else the login id. */
export async function userNameOf(
  records: RecordStore,
  { scope, caller }: Pick<Call, 'scope' | 'caller'>,
): Promise<string> {
  const user = await records.get(scope, 'user', scope.user);
  const name = user?.doc.full_name;
  return typeof name === 'string' && name !== '' ? name : (caller?.loginId ?? scope.user);
}

interface AccessStores {
  readonly records: RecordStore;
  readonly search: SearchIndex;
}

/**
 * For calls that search, show or change rows.
 * @throws PlatformError as `rowAccess` does, and 31/409 when the template has no search index
 */
export async function dataAccess(
  call: Pick<Call, 'scope' | 'caller' | 'reach'>,
  id: string,
  templates: Templates,
  stores: AccessStores,
): Promise<DataAccess> {
  const access = await rowAccess(call, id, templates, stores);
  searchable(await stores.search.definition(call.scope, id));
  return access;
}

/**
 * For calls that bring rows in.
 * @throws PlatformError 34 for a template that is not there or out of reach, 31/409 when it is not deployed or its index was removed
 */
export async function rowAccess(
  call: Pick<Call, 'scope' | 'caller' | 'reach'>,
  id: string,
  templates: Templates,
  { records, search }: AccessStores,
): Promise<DataAccess> {
  const { caller } = call;
  if (caller?.templates && !caller.templates.includes(id))
    throw unnamedTemplate(`This API token does not name the template '${id}', so it may not write to it.`);
  const template = await templates.deployed({ scope: call.scope, reach: call.reach }, id);
  if (!(await search.definition(call.scope, id))) throw noIndex();
  const userName = await userNameOf(records, call);
  return { template, userName, hidden: hiddenFields(template.template.items, call.scope, userName) };
}
