import {
  booleans,
  common,
  double,
  type ItemDraft,
  keyword,
  keywords,
  lists,
  long,
  object,
  systemSchema,
} from './items.ts';

export const ORGANISATION_ITEMS: readonly ItemDraft[] = [
  ...keywords('source name short_name url type'),
  ...lists('notes'),
];

/** ENT-40. */
export const organisation = systemSchema('organisation', 'An organisation that owns a cluster or tenant', [
  ...common(),
  ...ORGANISATION_ITEMS,
]);

/** An organisation as it stands inside a record it owns. */
export const owner: ItemDraft = object(
  'owner',
  [keyword('id'), keyword('avatar'), keyword('status'), long('ts_status'), ...ORGANISATION_ITEMS],
  { relationship: 'organisation' },
);

/** ENT-05. */
export const ADDRESS_ITEMS: readonly ItemDraft[] = [
  ...keywords('name type'),
  ...booleans('active default'),
  ...keywords('no street city postcode state country'),
  object('gps', [double('lat'), double('lon')]),
];
