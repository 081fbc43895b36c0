import { denied } from '../../access/refusals.ts';
import type { Template, TemplateItem } from './template.ts';

/** Dotted path of each private field → who may see it. */
function privateFields(items: readonly TemplateItem[], above = ''): readonly (readonly [string, string])[] {
  return items.flatMap((item) => {
    const path = above + item.name;
    const below = privateFields(item.items, `${path}.`);
    return item.is_private ? [[path, item.contributor] as const, ...below] : below;
  });
}

/**
 * A role that counts inside a group leaves a template with its owner, and seen by no more people than before (ROL-18): its private
 * fields stay where they are. @throws PlatformError 31/403
 */
export function refuseBeyondGroup(before: Template, after: Template): void {
  const inside = 'Your role counts inside a group only';
  if (after.is_public !== before.is_public)
    throw denied(`${inside}: who sees the template beyond it is not yours to say.`);
  if (after.owner.id !== before.owner.id) throw denied(`${inside}: whose the template is, is not yours to say.`);
  const now = new Map(privateFields(after.items));
  const opened = privateFields(before.items).find(([path, contributor]) => now.get(path) !== contributor);
  if (opened !== undefined)
    throw denied(
      `${inside}: the field '${opened[0]}' is private, and who sees it is not yours to say.`,
      undefined,
      'Leave the field as it is, or ask the owner of the template.',
    );
}
