/**
 * The entity catalogue as the requirements write it, one row per requirement: `name*` is mandatory, `name[]` a list of simple
 * values, `name{}` one object, `name[]{}` a list of objects, each with its fields between the braces where the text gives
 * them; a bare name is one simple value. `:2` … is a value type the text states. `common` stands for the fields below.
 */
interface Entity {
  readonly title: `[ENT-${string}`;
  /** Where the fields stand: a schema, or a dotted path inside one. */
  readonly at: readonly string[];
  readonly fields: string;
  /** Fields of ours beside those of the text. */
  readonly ours?: string;
}

export const COMMON = 'id* ts*:9 ts_modified*:3 avatar status ts_status*:3';
const POSITION = 'primary max_capacity type provider avatar';
export const ENTITIES: readonly Entity[] = [
  {
    title: '[ENT-01] cluster',
    at: ['cluster'],
    fields:
      'common official_name* description name* domain* type certificate public_key private_key keyspace users[]{} principal{} location{} license{} network{} compute{} storage{} software{} service{} tenants[]{}',
  },
  {
    title: '[ENT-02] cluster principal',
    at: ['cluster.principal', 'cluster>principal'],
    fields:
      'id* ts*:9 status federation type avatar ts_modified*:3 notes owner{id avatar status ts_status source name short_name url type notes[]}',
    ours: 'ts_status*',
  },
  {
    title: '[ENT-03] cluster location',
    at: ['cluster>location'],
    fields:
      'id* ts*:9 name type region provider facilities facility_type address{} avatar powers[]{} networks[]{} coolings[]{} fire_suppression[]{} securities[]{} noc[]{} availability_zones[]{}',
  },
  {
    title: '[ENT-04] entries of the seven location arrays',
    at: ['powers', 'networks', 'coolings', 'fire_suppression', 'securities', 'noc', 'availability_zones'].map(
      (name) => `cluster>location.${name}`,
    ),
    fields: POSITION,
  },
  {
    title: '[ENT-05] address',
    at: ['cluster>location.address', 'user>addresses'],
    fields: 'name type active:10 default:10 no street city postcode state country gps{lat:6 lon:6}',
  },
  { title: '[ENT-06] cluster license', at: ['cluster>license'], fields: 'validity type avatar' },
  {
    title: '[ENT-07] cluster network',
    at: ['cluster>network'],
    fields:
      'class use_dhcp:10 use_vlan:10 disable_ipv6:10 subnet gateway* new_subnet status ts_status dns[] ntp[] providers[]{} segments[]{}',
  },
  {
    title: '[ENT-08] network provider',
    at: ['cluster>network.providers'],
    fields:
      'type service_url service_port:2 client_id api_key group primary:10 status capabilities[] interfaces[]{connected:10 vlan_aware:10 ports mode hash_policy bond_primary switch_port method method6 exists:10 priority:2 bridge_fd bridge_stp:10 families[] zone network status ts_status addresses[]{}}',
    ours: 'ts_status',
  },
  {
    title: '[ENT-09] network segment',
    at: ['cluster>network.segments'],
    fields: 'group octets gateway vlan cidr zone addresses[]{}',
  },
  {
    title: '[ENT-10] segment address',
    at: ['cluster>network.segments.addresses'],
    fields: 'address available:10 host type cidr vlan gateway status',
    ours: 'ts_status',
  },
  { title: '[ENT-11] cluster compute', at: ['cluster>compute'], fields: 'virtuals[]{} racks[]{}' },
  {
    title: '[ENT-12] compute virtual',
    at: ['cluster>compute.virtuals'],
    fields: 'name type service_url service_port:2 user_name password token secret status',
    ours: 'ts_status',
  },
  {
    title: '[ENT-13] rack',
    at: ['cluster>compute.racks'],
    fields:
      'name type location weight:2 width:2 height:2 length:2 power_rating:2 service_url service_port:2 total_unit:2 availability_zone status pdus[]{} server[]{}',
    ours: 'id ts_status',
  },
  {
    title: '[ENT-14] PDU',
    at: ['cluster>compute.racks.pdus'],
    fields:
      'name type manufacturer model serial rack_u_position:2 service_url service_port:2 power_max:2 status outlets[]{no:2 type connected:10 server_id power_max:2 status ts_status}',
    ours: 'ts_status',
  },
  {
    title: '[ENT-15] server',
    at: ['cluster>compute.racks.server'],
    fields:
      'rack_unit:2 power_idle:2 power_max:2 power_avg:2 btu_idle:2 btu_max:2 btu_avg:2 asset_id serial product_id part_number manufacturer model year:2 ram:2 core:2 cpu host_id node_id rack_id rack_u_position:2 host{id host_id available:10 type} nics[]{id name ports[]{}}',
    ours: 'id',
  },
  {
    title: '[ENT-16] software of a cluster',
    at: ['cluster>software'],
    fields: 'name version vendor license status',
    ours: 'ts_status',
  },
  {
    title: '[ENT-17] interface port',
    at: ['compute.network.port'],
    fields:
      'common connected:10 vlan_aware:10 ports mode hash_policy bond_primary switch_port method method6 exists:10 priority:2 bridge_fd bridge_stp:10 families[] zone network addresses[]{}',
  },
  {
    title: '[ENT-18] network address',
    at: ['compute.network.address'],
    fields:
      'common name description address netmask gateway network zone vlan_id:2 mtu:2 dhcp:10 firewall:10 cidr mac type nic',
  },
  {
    title: '[ENT-19] hard disk',
    at: ['compute.hard_disk'],
    fields:
      'common name interface rate:2 throughput:2 raw_size:2 read:2 write:2 manufacturer model slot raid:10 raid_level exclusive:10 thin:10',
  },
  {
    title: '[ENT-20] service container',
    at: ['service.container'],
    fields:
      'common service_url service_port:2 management_url management_port:2 host_id ssl_fingerprint ssh_public_keys[] ssh_private_key os os_version os_type pool node_id node_name type uid password rack_id zookeeper_id ram:2 swap_ram:2 cores:2 cpus:2 cpu_limit:2 cpu_unit:2 arch bandwidth_limit:2 console_mode features hookscript root_fs startup storage imported:10 deployed:10 disks[]{raw_size:2 used_size:2 device_id storage mount_point type name} addresses[]{} instances[]{}',
  },
  {
    title: '[ENT-21] service instance',
    at: ['service.instance'],
    fields:
      'common type name log_level silent:10 polling_speed:2 service_url service_port:2 management_url management_port:2 package_id version_id configuration_id container_id host_id rack_id token_id deployed:10 uid password status_code:2 process_id:2 zookeeper_id token session_key cluster_id bind_ip auto_restart:10 cache_ui:10 disk_minimum:2 disk_recommended:2',
  },
  {
    title: '[ENT-22] storage',
    at: ['compute.storage'],
    fields:
      'common name digest content path nodes pool sparse:10 type default:10 template thinpool vgname total:2 available:2 used:2 active:10 enabled:10',
  },
  {
    title: '[ENT-23] rack switch',
    at: ['compute.rack.switch'],
    fields:
      'common type name service_url service_port:2 rack_unit:2 power_idle:2 power_max:2 power_avg:2 btu_idle:2 btu_max:2 btu_avg:2 length:2 width:2 weight:2 asset_id serial product_id part_number manufacturer model year:2 ram:2 core:2 cpu rack_u_position:2 ports[]{display_name speed media connector connected:10 server_port type protocol}',
  },
  { title: '[ENT-24] rack hardware', at: ['compute.rack.hardware'], fields: 'common type' },
  { title: '[ENT-25] compute host', at: ['compute.host'], fields: 'common host_id available:10 type' },
  {
    title: '[ENT-26] tenant',
    at: ['cluster.tenant'],
    fields:
      'common name department project owner{id avatar status ts_status source name short_name url type notes[]} domains[]{} groups[]{} data_projects[]{} data_templates[]{} visual_projects[]{} data_workspaces[]{} users[]{} properties[]{}',
  },
  {
    title: '[ENT-27] domain',
    at: ['cluster.tenant.domain', 'cluster.tenant>domains'],
    fields: 'common type active:10 name description accounts[]{}',
  },
  {
    title: '[ENT-28] property',
    at: ['cluster.tenant.property', 'cluster.tenant>properties'],
    fields: 'common type name description value',
  },
  {
    title: '[ENT-29] group',
    at: ['user.group', 'cluster.tenant>groups'],
    fields:
      'common type name display_name description rating category minor_category[] roles[] owner{id full_name} tags[] users[]{} invites[]{} templates[]{} workspaces[]{} properties[]{id type name description value avatar tag}',
    ours: 'source_cluster{id name domain base_url}',
  },
  {
    title: '[ENT-30] invite',
    at: ['user.group.invite', 'user.group>invites'],
    fields: 'common type email phone role ts_responded*:3 host{id full_name} user{id full_name}',
  },
  {
    title: '[ENT-31] data project',
    at: ['data.project', 'cluster.tenant>data_projects'],
    fields:
      'common name description owner{id date_of_birth*:9 full_name gender} type category classification private:10 templates[]{}',
  },
  {
    title: '[ENT-32] visual project',
    at: ['visual.project', 'cluster.tenant>visual_projects'],
    fields: 'common name description owner{id full_name} type category classification workspaces[]{}',
  },
  {
    title: '[ENT-33] workspace design',
    at: ['visual.workspace', 'cluster.tenant>data_workspaces'],
    fields: 'common name description type category classification deployed:10 config{} views[]{} data_templates[]{}',
    ours: 'owner{} is_public:10',
  },
  {
    title: '[ENT-34] workspace configuration',
    at: ['visual.workspace>config'],
    fields: 'export:10 update avatar colours[]',
  },
  {
    title: '[ENT-35] workspace view',
    at: ['visual.workspace>views'],
    fields: 'configured:10 type description data view avatar',
  },
  {
    title: '[ENT-36] end-point',
    at: ['service.end_point'],
    fields:
      'common name module{} service_name description upstream_path downstream_path downstream_method downstream_scheme enable_caching:10 cache_region load_balancing load_balancing_key load_balancing_expiry enable_rate_limit:10 rate_limit:3 rate_limit_period:2 rate_limit_timespan http_allow_auto_redirect:10 http_use_cookie_container:10 http_use_tracing:10 http_use_proxy:10 http_max_connections_per_server:2 priority:2 timeout:2 rate_limit_white_list[] scopes[] allowed_list[] blocked_list[] downstream_hosts[]{name port:2 avatar} upstream_methods[]{}',
  },
  {
    title: '[ENT-37] end-point module',
    at: ['service.end_point.module'],
    fields: 'common name description category services[] end_points[]{}',
  },
  {
    title: '[ENT-38] method of an end-point',
    at: ['service.end_point.request'],
    fields:
      'common http_method service_name description parameter_type parameter_query parameter_schema parameter_claim scopes[] responses[]{}',
  },
  {
    title: '[ENT-39] response of a method',
    at: ['service.end_point.response'],
    fields: 'common failed:10 description http_response:2 code:2 data_schema',
  },
  {
    title: '[ENT-40] organisation',
    at: ['organisation'],
    fields: 'common source name short_name url type notes[]',
  },
  {
    title: '[ENT-41] user',
    at: ['user'],
    fields:
      'common date_of_birth*:9 full_name gender type national_id notes addresses[]{} bio contacts[]{} devices[]{} groups[]{} accounts[]{} workspaces[]{} properties[]{} data{}',
    ours: 'notify[]',
  },
  { title: '[ENT-42] biometric', at: ['user.biometric'], fields: 'common type data:2' },
  {
    title: '[ENT-43] contact',
    at: ['user.contact'],
    fields: 'common contact type description verification provider active:10 recovery:10 default:10',
  },
  {
    title: '[ENT-44] device',
    at: ['user.device'],
    fields: 'common type imei number provider active:10 recovery:10 default:10',
  },
  {
    title: '[ENT-45] login account',
    at: ['user.login_account'],
    fields: 'common login_id type password_hash active:10 identity_records[]{question answer} roles[]{}',
  },
  {
    title: '[ENT-46] role of a login account',
    at: ['user.login_account.role', 'user.login_account>roles'],
    fields: 'common scope active:10 name description domain{}',
  },
  { title: '[ENT-47] user data', at: ['user.data'], fields: 'common key description user_id type data' },
];
