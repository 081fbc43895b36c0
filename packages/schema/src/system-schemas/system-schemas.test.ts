import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Schema, SchemaItem } from '../schema.ts';
import { isBundledSchema, schemaOfKind } from '../schema-of-kind.ts';
import { parseSchema } from '../schema-text.ts';
import { valueTypeRow } from '../value-types/table.ts';
import { BUNDLED_SCHEMAS, SYSTEM_SCHEMAS } from './index.ts';
import { SYSTEM_SCHEMA_NAMES } from './names.ts';

const schema = (name: string): Schema => schemaOfKind(name) ?? assert.fail(`no schema ${name}`);

function item(name: string, path: string): SchemaItem {
  let items = schema(name).items;
  let found: SchemaItem | undefined;
  for (const step of path.split('.')) {
    found = items.find((candidate) => candidate.name === step);
    assert.ok(found, `${name} has ${path}`);
    items = found.items;
  }
  return found ?? assert.fail();
}

const walk = (items: readonly SchemaItem[]): readonly SchemaItem[] => items.flatMap((one) => [one, ...walk(one.items)]);

test('[SCH-10] [SCH-11] [SCH-12] 31 schemas, 15 of them bundled', () => {
  assert.equal(SYSTEM_SCHEMAS.length, 31);
  assert.deepEqual(
    SYSTEM_SCHEMAS.map((one) => one.name),
    SYSTEM_SCHEMA_NAMES,
  );
  assert.equal(new Set(SYSTEM_SCHEMAS.map((one) => one.name)).size, 31);
  assert.deepEqual(BUNDLED_SCHEMAS.map((one) => one.name).sort(), [
    'cluster',
    'cluster.principal',
    'cluster.tenant',
    'cluster.tenant.domain',
    'cluster.tenant.property',
    'organisation',
    'service.end_point',
    'service.end_point.request',
    'service.end_point.response',
    'user',
    'user.contact',
    'user.device',
    'user.group',
    'user.login_account',
    'user.login_account.role',
  ]);
  assert.equal(isBundledSchema('data.project'), false);
});

test('[SCH-02] [SCH-13] every system schema is 1.0, private and named by its id', () => {
  for (const one of SYSTEM_SCHEMAS) {
    assert.deepEqual([one.version_major, one.version_minor, one.is_public], [1, 0, false]);
    assert.deepEqual([one.id, one.schema_key, one.name_space], [one.name, one.name, 'system']);
  }
});

test('[SCH-18] [SCH-19] every schema has the common items, stamps mandatory', () => {
  for (const { name } of SYSTEM_SCHEMAS) {
    for (const stamp of ['id', 'ts', 'ts_modified', 'ts_status']) assert.equal(item(name, stamp).mandatory, true, name);
    for (const plain of ['avatar', 'status']) assert.equal(item(name, plain).mandatory, false, name);
  }
});

test('[SCH-23] only the codes of the seed, and 6 for degrees', () => {
  const codes = new Set(SYSTEM_SCHEMAS.flatMap((one) => walk(one.items).map(({ value_type }) => value_type)));
  assert.deepEqual(
    [...codes].sort((a, b) => a - b),
    [2, 3, 6, 8, 9, 10, 20, 21, 22],
  );
  assert.equal(item('user', 'ts').value_type, 9);
  assert.equal(item('user', 'ts_modified').value_type, 3);
});

test('[SCH-03] item ids are their place, names are unique among siblings', () => {
  const look = (items: readonly SchemaItem[], path: string): void => {
    assert.equal(new Set(items.map(({ name }) => name)).size, items.length, path);
    for (const one of items) {
      assert.equal(one.id, `${path}.${one.name}`);
      look(one.items, one.id);
    }
  };
  for (const one of SYSTEM_SCHEMAS) look(one.items, one.name);
});

test('[SCH-21] relationships name a schema that exists', () => {
  for (const one of SYSTEM_SCHEMAS)
    for (const { relationship, id } of walk(one.items)) {
      const target = relationship?.split('#')[0];
      if (target !== undefined) assert.ok(schemaOfKind(target), `${id} → ${target}`);
    }
});

test('[SCH-18] mandatory items beyond the stamps', () => {
  const beyond = SYSTEM_SCHEMAS.flatMap((one) => walk(one.items))
    .filter((one) => one.mandatory && !/\.(id|ts|ts_modified|ts_status)$/.test(one.id))
    .map(({ id }) => id);
  assert.deepEqual(beyond.filter((id) => !id.startsWith('cluster.tenant.')).sort(), [
    'cluster.domain',
    'cluster.name',
    'cluster.network.gateway',
    'cluster.official_name',
    'data.project.owner.date_of_birth',
    'user.date_of_birth',
    'user.group.invite.ts_responded',
    'user.group.invites.ts_responded',
  ]);
});

/** Names of ENT as they stand there; a dot goes into an object. */
const ENTITIES: Readonly<Record<string, string>> = {
  cluster:
    'official_name description name domain type certificate public_key private_key keyspace users principal.federation principal.owner.short_name location.powers.max_capacity location.availability_zones.provider location.address.gps.lat license.validity network.class network.use_dhcp network.disable_ipv6 network.new_subnet network.dns network.ntp network.providers.api_key network.providers.interfaces.hash_policy network.segments.octets network.segments.addresses.available compute.virtuals.secret compute.racks.power_rating compute.racks.total_unit compute.racks.pdus.outlets.server_id compute.racks.server.rack_u_position compute.racks.server.btu_avg compute.racks.server.host.available compute.racks.server.nics.ports.bond_primary storage.thinpool software.vendor service.instances.bind_ip tenants',
  'compute.network.port':
    'connected vlan_aware ports mode hash_policy bond_primary switch_port method method6 exists priority bridge_fd bridge_stp families zone network addresses',
  'compute.network.address':
    'name description address netmask gateway network zone vlan_id mtu dhcp firewall cidr mac type nic',
  'compute.hard_disk':
    'name interface rate throughput raw_size read write manufacturer model slot raid raid_level exclusive thin',
  'service.container':
    'service_url service_port management_url management_port host_id ssl_fingerprint ssh_public_keys ssh_private_key os os_version os_type pool node_id node_name type uid password rack_id zookeeper_id ram swap_ram cores cpus cpu_limit cpu_unit arch bandwidth_limit console_mode features hookscript root_fs startup storage imported deployed disks.raw_size disks.used_size disks.device_id disks.storage disks.mount_point disks.type disks.name addresses instances',
  'service.instance':
    'type name log_level silent polling_speed service_url service_port management_url management_port package_id version_id configuration_id container_id host_id rack_id token_id deployed uid password status_code process_id zookeeper_id token session_key cluster_id bind_ip auto_restart cache_ui disk_minimum disk_recommended',
  'compute.storage':
    'name digest content path nodes pool sparse type default template thinpool vgname total available used active enabled',
  'compute.rack.switch':
    'type name service_url service_port rack_unit power_idle power_max power_avg btu_idle btu_max btu_avg length width weight asset_id serial product_id part_number manufacturer model year ram core cpu rack_u_position ports.display_name ports.speed ports.media ports.connector ports.connected ports.server_port ports.type ports.protocol',
  'compute.rack.hardware': 'type',
  'compute.host': 'host_id available type',
  'cluster.tenant':
    'name department project owner domains groups.invites.ts_responded data_projects data_templates visual_projects data_workspaces users properties',
  'cluster.tenant.domain': 'type active name description accounts',
  'cluster.tenant.property': 'type name description value avatar',
  'user.group':
    'type name display_name description rating category minor_category roles owner tags users invites templates workspaces properties.tag',
  'user.group.invite': 'type email phone role ts_responded host user',
  'data.project': 'name description owner.gender type category classification private templates',
  'visual.project': 'name description owner type category classification workspaces',
  'visual.workspace':
    'name description type category classification deployed config.export config.update config.avatar config.colours views.configured views.type views.description views.data views.view views.avatar data_templates',
  'service.end_point':
    'name module service_name description upstream_path downstream_path downstream_method downstream_scheme enable_caching cache_region load_balancing load_balancing_key load_balancing_expiry enable_rate_limit rate_limit rate_limit_period rate_limit_timespan http_allow_auto_redirect http_use_cookie_container http_use_tracing http_use_proxy http_max_connections_per_server priority timeout rate_limit_white_list scopes allowed_list blocked_list downstream_hosts.port upstream_methods.responses.data_schema',
  'service.end_point.module': 'name description category services end_points',
  'service.end_point.request':
    'http_method service_name description parameter_type parameter_query parameter_schema parameter_claim scopes responses',
  'service.end_point.response': 'failed description http_response code data_schema',
  organisation: 'source name short_name url type notes',
  user: 'date_of_birth full_name gender type national_id notes addresses.postcode bio contacts devices groups accounts workspaces properties data notify',
  'user.biometric': 'type data',
  'user.contact': 'contact type description verification provider active recovery default',
  'user.device': 'type imei number provider active recovery default',
  'user.login_account': 'login_id type password_hash active identity_records.question identity_records.answer roles',
  'user.login_account.role': 'scope active name description domain',
  'user.data': 'key description user_id type data',
  'cluster.principal': 'federation type notes owner',
};

test('[ENT-01] … [ENT-47] every schema is complete to the last field', () => {
  assert.deepEqual(Object.keys(ENTITIES).sort(), SYSTEM_SCHEMAS.map(({ name }) => name).sort());
  for (const [name, paths] of Object.entries(ENTITIES)) for (const path of paths.split(' ')) item(name, path);
});

test('[LIM-08] [ENT-39] declared starting values', () => {
  assert.equal(item('service.end_point', 'timeout').default_value, 30_000);
  assert.equal(item('service.end_point', 'rate_limit_timespan').default_value, '1s');
  assert.equal(item('service.end_point.response', 'http_response').default_value, 200);
  assert.equal(item('service.end_point.response', 'code').default_value, 30);
  assert.equal(item('service.end_point', 'status').default_value, 'active');
});

test('[SCH-22] secrets and pictures are no search keys', () => {
  for (const one of SYSTEM_SCHEMAS)
    for (const { id, can_search } of walk(one.items))
      if (/(password|secret|token|private_key|api_key|session_key|avatar)$/.test(id))
        assert.equal(can_search, false, id);
  assert.equal(item('user', 'full_name').can_search, true);
});

test('[SCH-07] a schema written with type names reads back as it was', () => {
  const named = (items: readonly SchemaItem[]): unknown =>
    items.map((one) => ({ ...one, value_type: valueTypeRow(one.value_type).name, items: named(one.items) }));
  for (const one of SYSTEM_SCHEMAS) assert.deepEqual(parseSchema({ ...one, items: named(one.items) }), one);
});

test('[SCH-08] an unknown type name is refused naming item and value', () => {
  const items = [{ name: 'a', value_type: 21, items: [{ name: 'b', value_type: 'ITEMVALUETYPE_COLOUR' }] }];
  assert.throws(() => parseSchema({ name: 'x', items }), /a\.b has the unknown value type "ITEMVALUETYPE_COLOUR"/);
});
