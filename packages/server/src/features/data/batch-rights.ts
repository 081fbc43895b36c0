import { denied } from '../../access/refusals.ts';
import type { Call } from '../../http/call.ts';
import type { RecordStore } from '../../stores/records/port.ts';
import type { Templates } from '../templates/templates.ts';
import type { BatchDoc } from './batch-record.ts';
import { userNameOf } from './data-access.ts';
import { hiddenFields, isBelow } from './field-rights.ts';

/** A private field the rows of a batch of somebody else hold and the caller may not see; null when there is none (TPL-30). */
export async function unseenIn(
  call: Pick<Call, 'scope' | 'caller' | 'reach'>,
  { user, template, columns = [] }: BatchDoc,
  templates: Templates,
  records: RecordStore,
): Promise<string | null> {
  if (user === call.scope.user) return null;
  const deployed = await templates.deployed(call, template);
  const items = [...deployed.template.items, ...(await templates.goneFields(call.scope, template))];
  const hidden = hiddenFields(items, call.scope, await userNameOf(records, call));
  const filled = columns.flatMap(({ field }) => field ?? []);
  // a document, in a cell or a line, holds whatever it holds
  const isAny = filled.length === 0 || columns.some(({ document }) => document);
  return hidden.find((path) => isAny || filled.some((field) => isBelow(field, path))) ?? null;
}

/** @throws PlatformError 31/403 naming the private field rows hold that the caller may not see */
export function refuseUnseen(field: string | null): void {
  if (field === null) return;
  throw denied(
    `The rows of this batch hold the private field '${field}'; only its contributors and who sent them may read them.`,
  );
}
