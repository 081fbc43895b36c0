import {
  booleans,
  common,
  type ItemDraft,
  idOf,
  integer,
  integers,
  keyword,
  keywords,
  list,
  lists,
  long,
  nested,
  object,
  systemSchema,
} from './items.ts';

/** A part of a bigger record with a status of its own. */
const state: readonly ItemDraft[] = [keyword('status'), long('ts_status')];

/** ENT-18. */
const NETWORK_ADDRESS_ITEMS: readonly ItemDraft[] = [
  ...keywords('name description address netmask gateway network zone'),
  ...integers('vlan_id mtu'),
  ...booleans('dhcp firewall'),
  ...keywords('cidr mac type nic'),
];

/** ENT-17; also an interface of a network provider (ENT-08). */
export const NETWORK_PORT_ITEMS: readonly ItemDraft[] = [
  ...booleans('connected vlan_aware'),
  keyword('ports'),
  ...keywords('mode hash_policy bond_primary switch_port method method6'),
  ...booleans('exists'),
  ...integers('priority bridge_fd'),
  ...booleans('bridge_stp'),
  list('families'),
  ...keywords('zone network'),
  nested('addresses', NETWORK_ADDRESS_ITEMS, { relationship: 'compute.network.address' }),
];

const POWER_ITEMS: readonly ItemDraft[] = integers('power_idle power_max power_avg btu_idle btu_max btu_avg');
const ASSET_ITEMS: readonly ItemDraft[] = [
  ...keywords('asset_id serial product_id part_number manufacturer model'),
  integer('year'),
];
/** LIM-09: memory and disk sizes are held and shown in GB. */
const gigabytes = (name: string): ItemDraft => integer(name, { unit: 'GB' });

/** ENT-25. */
const HOST_ITEMS: readonly ItemDraft[] = [keyword('host_id'), ...booleans('available'), keyword('type')];

/** ENT-15. */
const SERVER_ITEMS: readonly ItemDraft[] = [
  keyword('id'),
  integer('rack_unit'),
  ...POWER_ITEMS,
  ...ASSET_ITEMS,
  gigabytes('ram'),
  integer('core'),
  keyword('cpu'),
  idOf('host_id', 'compute.host'),
  ...keywords('node_id rack_id'),
  integer('rack_u_position'),
  object('host', [keyword('id'), ...HOST_ITEMS], { relationship: 'compute.host' }),
  nested('nics', [
    ...keywords('id name'),
    nested('ports', [keyword('id'), keyword('name'), ...NETWORK_PORT_ITEMS, ...state], {
      relationship: 'compute.network.port',
    }),
  ]),
];

/** ENT-14. */
const PDU_ITEMS: readonly ItemDraft[] = [
  ...keywords('name type manufacturer model serial'),
  integer('rack_u_position'),
  keyword('service_url'),
  ...integers('service_port power_max'),
  ...state,
  nested('outlets', [
    integer('no'),
    keyword('type'),
    ...booleans('connected'),
    keyword('server_id'),
    integer('power_max'),
    ...state,
  ]),
];

/** ENT-13. */
export const RACK_ITEMS: readonly ItemDraft[] = [
  ...keywords('id name type location'),
  ...integers('weight width height length power_rating'),
  keyword('service_url'),
  ...integers('service_port total_unit'),
  keyword('availability_zone'),
  ...state,
  nested('pdus', PDU_ITEMS),
  nested('server', SERVER_ITEMS),
];

/** ENT-12. */
export const VIRTUAL_ITEMS: readonly ItemDraft[] = [
  ...keywords('name type service_url'),
  integer('service_port'),
  ...keywords('user_name password token secret'),
  ...state,
];

/** ENT-22. */
export const STORAGE_ITEMS: readonly ItemDraft[] = [
  ...keywords('name digest content path nodes pool'),
  ...booleans('sparse'),
  keyword('type'),
  ...booleans('default'),
  ...keywords('template thinpool vgname'),
  gigabytes('total'),
  gigabytes('available'),
  gigabytes('used'),
  ...booleans('active enabled'),
];

export const computeHost = systemSchema('compute.host', 'A machine that runs services', [...common(), ...HOST_ITEMS]);
export const computeStorage = systemSchema('compute.storage', 'Storage of a virtual platform', [
  ...common(),
  ...STORAGE_ITEMS,
]);
/** ENT-19. */
export const computeHardDisk = systemSchema('compute.hard_disk', 'A hard disk', [
  ...common(),
  ...keywords('name interface'),
  ...integers('rate throughput'),
  gigabytes('raw_size'),
  ...integers('read write'),
  ...keywords('manufacturer model slot'),
  ...booleans('raid'),
  keyword('raid_level'),
  ...booleans('exclusive thin'),
]);
export const computeNetworkPort = systemSchema('compute.network.port', 'A port of a network interface', [
  ...common(),
  ...NETWORK_PORT_ITEMS,
]);
export const computeNetworkAddress = systemSchema('compute.network.address', 'A network address', [
  ...common(),
  ...NETWORK_ADDRESS_ITEMS,
]);
/** ENT-24. */
export const computeRackHardware = systemSchema('compute.rack.hardware', 'Hardware mounted in a rack', [
  ...common(),
  keyword('type'),
]);
/** ENT-23. */
export const computeRackSwitch = systemSchema('compute.rack.switch', 'A switch mounted in a rack', [
  ...common(),
  ...keywords('type name service_url'),
  ...integers('service_port rack_unit'),
  ...POWER_ITEMS,
  ...integers('length width weight'),
  ...ASSET_ITEMS,
  gigabytes('ram'),
  integer('core'),
  keyword('cpu'),
  integer('rack_u_position'),
  nested('ports', [
    ...keywords('display_name speed media connector'),
    ...booleans('connected'),
    ...keywords('server_port type protocol'),
  ]),
]);

/** ENT-21. */
export const INSTANCE_ITEMS: readonly ItemDraft[] = [
  ...keywords('type name log_level'),
  ...booleans('silent'),
  integer('polling_speed'),
  keyword('service_url'),
  integer('service_port'),
  keyword('management_url'),
  integer('management_port'),
  ...keywords('package_id version_id configuration_id'),
  idOf('container_id', 'service.container'),
  idOf('host_id', 'compute.host'),
  ...keywords('rack_id token_id'),
  ...booleans('deployed'),
  ...keywords('uid password'),
  ...integers('status_code process_id'),
  ...keywords('zookeeper_id token session_key'),
  idOf('cluster_id', 'cluster'),
  keyword('bind_ip'),
  ...booleans('auto_restart cache_ui'),
  gigabytes('disk_minimum'),
  gigabytes('disk_recommended'),
];

/** ENT-20. */
export const CONTAINER_ITEMS: readonly ItemDraft[] = [
  keyword('service_url'),
  integer('service_port'),
  keyword('management_url'),
  integer('management_port'),
  idOf('host_id', 'compute.host'),
  keyword('ssl_fingerprint'),
  ...lists('ssh_public_keys'),
  ...keywords('ssh_private_key os os_version os_type pool node_id node_name type uid password rack_id zookeeper_id'),
  gigabytes('ram'),
  gigabytes('swap_ram'),
  ...integers('cores cpus cpu_limit cpu_unit'),
  keyword('arch'),
  integer('bandwidth_limit'),
  ...keywords('console_mode features hookscript root_fs startup'),
  idOf('storage', 'compute.storage'),
  ...booleans('imported deployed'),
  nested('disks', [
    gigabytes('raw_size'),
    gigabytes('used_size'),
    ...keywords('device_id storage mount_point type name'),
  ]),
  nested('addresses', NETWORK_ADDRESS_ITEMS, { relationship: 'compute.network.address' }),
  nested('instances', [keyword('id'), ...INSTANCE_ITEMS, ...state], { relationship: 'service.instance' }),
];

export const serviceContainer = systemSchema('service.container', 'A container that runs service instances', [
  ...common(),
  ...CONTAINER_ITEMS,
]);
export const serviceInstance = systemSchema('service.instance', 'A running service', [...common(), ...INSTANCE_ITEMS]);
