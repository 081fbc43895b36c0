import {
  boolean,
  booleans,
  common,
  date,
  type ItemDraft,
  idOf,
  integer,
  keyword,
  keywords,
  list,
  lists,
  long,
  nested,
  object,
  reference,
  references,
  systemSchema,
} from './items.ts';
import { ADDRESS_ITEMS } from './organisation.ts';

/** ENT-28; on a user or group with the tag it carries there. */
export const PROPERTY_ITEMS: readonly ItemDraft[] = keywords('type name description value avatar');
const properties: ItemDraft = nested('properties', [keyword('id'), ...PROPERTY_ITEMS, keyword('tag')], {
  relationship: 'cluster.tenant.property',
});

/** ENT-43. */
const CONTACT_ITEMS: readonly ItemDraft[] = [
  ...keywords('contact type description verification provider'),
  ...booleans('active recovery default'),
];

/** ENT-44. */
const DEVICE_ITEMS: readonly ItemDraft[] = [
  ...keywords('type imei number provider'),
  ...booleans('active recovery default'),
];

/** ENT-46. */
const ROLE_ITEMS: readonly ItemDraft[] = [
  keyword('scope'),
  boolean('active', { default_value: true }),
  ...keywords('name description'),
  reference('domain', 'cluster.tenant.domain', 'name', [boolean('active')]),
];

/** ENT-45. */
const ACCOUNT_ITEMS: readonly ItemDraft[] = [
  keyword('login_id'),
  ...keywords('type password_hash'),
  boolean('active', { default_value: true }),
  nested('identity_records', keywords('question answer')),
  nested('roles', [...common(), ...ROLE_ITEMS], { relationship: 'user.login_account.role' }),
];

/** ENT-47. */
const USER_DATA_ITEMS: readonly ItemDraft[] = [
  ...keywords('key description'),
  idOf('user_id', 'user'),
  ...keywords('type data'),
];

const avatar = keyword('avatar');

/** ENT-41; `groups`, `workspaces` by reference. */
export const USER_ITEMS: readonly ItemDraft[] = [
  date('date_of_birth', { mandatory: true }),
  ...keywords('full_name gender type national_id notes'),
  nested('addresses', ADDRESS_ITEMS),
  keyword('bio'),
  nested('contacts', [keyword('id'), ...CONTACT_ITEMS, avatar], { relationship: 'user.contact' }),
  nested('devices', [keyword('id'), ...DEVICE_ITEMS, avatar], { relationship: 'user.device' }),
  references('groups', 'user.group'),
  references('accounts', 'user.login_account', 'login_id'),
  references('workspaces', 'visual.workspace'),
  properties,
  object('data', [keyword('id'), ...USER_DATA_ITEMS, avatar], { relationship: 'user.data' }),
  list('notify'),
];

/** A user as the owner, host or member named in another record. */
export const userReference = (name: string, more: readonly ItemDraft[] = []): ItemDraft =>
  reference(name, 'user', 'full_name', more);

/** ENT-30. */
const INVITE_ITEMS: readonly ItemDraft[] = [
  ...keywords('type email phone role'),
  long('ts_responded', { mandatory: true, default_value: 0 }),
  userReference('host'),
  userReference('user'),
];

/** ENT-29; an imported group keeps where it came from. */
export const GROUP_ITEMS: readonly ItemDraft[] = [
  ...keywords('type name display_name description rating category'),
  ...lists('minor_category roles'),
  userReference('owner'),
  list('tags'),
  references('users', 'user', 'full_name'),
  nested('invites', [...common('Pending'), ...INVITE_ITEMS], { relationship: 'user.group.invite' }),
  references('templates', 'data.template'),
  references('workspaces', 'visual.workspace'),
  properties,
  object('source_cluster', keywords('id name domain base_url')),
];

export const user = systemSchema('user', 'A person', [...common(), ...USER_ITEMS]);
export const userContact = systemSchema('user.contact', 'A way to reach a user', [...common(), ...CONTACT_ITEMS]);
export const userDevice = systemSchema('user.device', 'A device of a user', [...common(), ...DEVICE_ITEMS]);
export const userGroup = systemSchema('user.group', 'People who share templates and workspaces', [
  ...common(),
  ...GROUP_ITEMS,
]);
export const userGroupInvite = systemSchema('user.group.invite', 'An invitation into a group', [
  ...common('Pending'),
  ...INVITE_ITEMS,
]);
export const userLoginAccount = systemSchema('user.login_account', 'What a user signs in with', [
  ...common(),
  ...ACCOUNT_ITEMS,
]);
export const userLoginAccountRole = systemSchema('user.login_account.role', 'A role of a login account', [
  ...common(),
  ...ROLE_ITEMS,
]);
/** ENT-42. */
export const userBiometric = systemSchema('user.biometric', 'A biometric of a user', [
  ...common(),
  keyword('type'),
  integer('data'),
]);
export const userData = systemSchema('user.data', 'A value a user keeps', [...common(), ...USER_DATA_ITEMS]);
