import { denied } from '../../access/refusals.ts';
import { byPath } from './gone-fields.ts';
import type { Template, TemplateItem } from './template.ts';

/** Dotted path of each private field → who may see it. */
const privateFields = (items: readonly TemplateItem[]): readonly (readonly [string, string])[] =>
  byPath(items).flatMap(([path, item]) => (item.is_private ? [[path, item.contributor] as const] : []));

const INSIDE = 'Your role counts inside a group only';

const refuseOpened = (path: string): never => {
  throw denied(
    `${INSIDE}: the field '${path}' is private, and who sees it is not yours to say.`,
    undefined,
    'Leave the field as it is, or ask the owner of the template.',
  );
};

/**
 * A role that counts inside a group leaves a template with its owner, and seen by no more people than before (ROL-18): its private
 * fields stay where they are. @throws PlatformError 31/403
 */
export function refuseBeyondGroup(before: Template, after: Template): void {
  if (after.is_public !== before.is_public)
    throw denied(`${INSIDE}: who sees the template beyond it is not yours to say.`);
  if (after.owner.id !== before.owner.id) throw denied(`${INSIDE}: whose the template is, is not yours to say.`);
  const now = new Map(privateFields(after.items));
  const opened = privateFields(before.items).find(([path, contributor]) => now.get(path) !== contributor);
  if (opened) refuseOpened(opened[0]);
}

/**
 * A private field that was taken out has what is stored once it is there again: it comes back as private as it was.
 * @param gone fields deployed once and no more, by their paths
 * @throws PlatformError 31/403
 */
export function refuseReopened(gone: readonly TemplateItem[], after: Template): void {
  const now = new Map(byPath(after.items));
  const opened = privateFields(gone).find(([path, contributor]) => {
    const item = now.get(path);
    return item && !(item.is_private && item.contributor === contributor);
  });
  if (opened) refuseOpened(opened[0]);
}
