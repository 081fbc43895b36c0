import { CONTAINER_ITEMS, NETWORK_PORT_ITEMS, RACK_ITEMS, STORAGE_ITEMS, VIRTUAL_ITEMS } from './compute.ts';
import {
  booleans,
  common,
  date,
  type ItemDraft,
  integer,
  keyword,
  keywords,
  list,
  lists,
  long,
  mandatory,
  nested,
  object,
  references,
  systemSchema,
} from './items.ts';
import { ADDRESS_ITEMS, owner } from './organisation.ts';

const state: readonly ItemDraft[] = [keyword('status'), long('ts_status')];

/** ENT-02. */
const PRINCIPAL_ITEMS: readonly ItemDraft[] = [...keywords('federation type notes'), owner];

/** ENT-04. */
const FACILITY_ITEMS: readonly ItemDraft[] = [
  ...booleans('primary'),
  integer('max_capacity'),
  ...keywords('type provider avatar'),
];

/** ENT-03. */
const LOCATION_ITEMS: readonly ItemDraft[] = [
  keyword('id', mandatory),
  date('ts', mandatory),
  ...keywords('name type region provider facilities facility_type'),
  object('address', ADDRESS_ITEMS),
  keyword('avatar'),
  ...['powers', 'networks', 'coolings', 'fire_suppression', 'securities', 'noc', 'availability_zones'].map((name) =>
    nested(name, FACILITY_ITEMS),
  ),
];

/** ENT-08. */
const PROVIDER_ITEMS: readonly ItemDraft[] = [
  ...keywords('type service_url'),
  integer('service_port'),
  ...keywords('client_id api_key group'),
  ...booleans('primary'),
  ...state,
  list('capabilities'),
  nested('interfaces', [...NETWORK_PORT_ITEMS, ...state], { relationship: 'compute.network.port' }),
];

/** ENT-09, ENT-10. */
const SEGMENT_ITEMS: readonly ItemDraft[] = [
  ...keywords('group octets gateway'),
  integer('vlan'),
  ...keywords('cidr zone'),
  nested('addresses', [
    keyword('address'),
    ...booleans('available'),
    ...keywords('host type cidr'),
    integer('vlan'),
    keyword('gateway'),
    ...state,
  ]),
];

/** ENT-07: the gateway is mandatory as soon as a network is described (SCH-18). */
const NETWORK_ITEMS: readonly ItemDraft[] = [
  keyword('class'),
  ...booleans('use_dhcp use_vlan disable_ipv6'),
  keyword('subnet'),
  keyword('gateway', mandatory),
  keyword('new_subnet'),
  ...state,
  ...lists('dns ntp'),
  nested('providers', PROVIDER_ITEMS),
  nested('segments', SEGMENT_ITEMS),
];

/** ENT-01, ENT-06, ENT-11, ENT-16. */
const CLUSTER_ITEMS: readonly ItemDraft[] = [
  keyword('official_name', mandatory),
  keyword('description'),
  keyword('name', mandatory),
  keyword('domain', { ...mandatory, description: 'cluster domain without host name' }),
  ...keywords('type certificate public_key private_key keyspace'),
  references('users', 'user', 'full_name'),
  object('principal', [...common(), ...PRINCIPAL_ITEMS], { relationship: 'cluster.principal' }),
  object('location', LOCATION_ITEMS),
  object('license', [...keywords('validity type avatar')]),
  object('network', NETWORK_ITEMS),
  object('compute', [nested('virtuals', VIRTUAL_ITEMS), nested('racks', RACK_ITEMS)]),
  object('storage', STORAGE_ITEMS, { relationship: 'compute.storage', description: 'virtual' }),
  object('software', [...keywords('name version vendor license'), ...state], { description: 'product' }),
  object('service', [keyword('id'), ...CONTAINER_ITEMS, ...state], { relationship: 'service.container' }),
  references('tenants', 'cluster.tenant'),
];

export const cluster = systemSchema('cluster', 'Compute, storage, network and services under one administration', [
  ...common(),
  ...CLUSTER_ITEMS,
]);
export const clusterPrincipal = systemSchema('cluster.principal', 'Who answers for a cluster', [
  ...common(),
  ...PRINCIPAL_ITEMS,
]);
