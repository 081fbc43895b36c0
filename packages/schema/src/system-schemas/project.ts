import {
  booleans,
  common,
  date,
  type ItemDraft,
  keyword,
  keywords,
  list,
  nested,
  object,
  references,
  systemSchema,
} from './items.ts';
import { userReference } from './user.ts';

const KIND_ITEMS: readonly ItemDraft[] = keywords('type category classification');

/** ENT-31: the owner's date of birth is mandatory when an owner is named (SCH-18). */
export const PROJECT_ITEMS: readonly ItemDraft[] = [
  ...keywords('name description'),
  userReference('owner', [date('date_of_birth', { mandatory: true }), keyword('gender')]),
  ...KIND_ITEMS,
  ...booleans('private'),
  references('templates', 'data.template'),
];

/** ENT-32. */
export const VISUAL_PROJECT_ITEMS: readonly ItemDraft[] = [
  ...keywords('name description'),
  userReference('owner'),
  ...KIND_ITEMS,
  references('workspaces', 'visual.workspace'),
];

/** ENT-33…35; `owner` and `is_public` carry VIS-18 and ROL-15. */
export const WORKSPACE_ITEMS: readonly ItemDraft[] = [
  ...keywords('name description'),
  ...KIND_ITEMS,
  ...booleans('deployed'),
  object('config', [...booleans('export'), ...keywords('update avatar'), list('colours')]),
  nested('views', [...booleans('configured'), ...keywords('type description data view avatar')]),
  references('data_templates', 'data.template'),
  userReference('owner'),
  ...booleans('is_public'),
];

export const dataProject = systemSchema('data.project', 'Templates that belong together', [
  ...common(),
  ...PROJECT_ITEMS,
]);
export const visualProject = systemSchema('visual.project', 'Workspaces that belong together', [
  ...common(),
  ...VISUAL_PROJECT_ITEMS,
]);
export const visualWorkspace = systemSchema('visual.workspace', 'Views on a grid', [...common(), ...WORKSPACE_ITEMS]);
