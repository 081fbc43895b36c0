import {
  boolean,
  booleans,
  common,
  type ItemDraft,
  integer,
  keyword,
  keywords,
  list,
  lists,
  long,
  nested,
  object,
  references,
  systemSchema,
} from './items.ts';

/** ENT-39. */
const RESPONSE_ITEMS: readonly ItemDraft[] = [
  ...booleans('failed'),
  keyword('description'),
  integer('http_response', { default_value: 200 }),
  integer('code', { default_value: 30 }),
  keyword('data_schema'),
];

/** ENT-38. */
const REQUEST_ITEMS: readonly ItemDraft[] = [
  ...keywords('http_method service_name description'),
  keyword('parameter_type', { description: 'claim, query or body; several joined by comma' }),
  keyword('parameter_query', { description: 'comma list of names' }),
  keyword('parameter_schema'),
  keyword('parameter_claim', { description: 'comma list of names' }),
  list('scopes'),
  nested('responses', [...RESPONSE_ITEMS, keyword('avatar')], { relationship: 'service.end_point.response' }),
];

/** ENT-36 with the starting values of LIM-08. */
const END_POINT_ITEMS: readonly ItemDraft[] = [
  keyword('name'),
  object('module', [keyword('id'), ...keywords('name description category')], {
    relationship: 'service.end_point.module',
  }),
  ...keywords('service_name description upstream_path downstream_path downstream_method downstream_scheme'),
  boolean('enable_caching'),
  keyword('cache_region', { dependency: 'enable_caching' }),
  ...keywords('load_balancing load_balancing_key'),
  integer('load_balancing_expiry'),
  boolean('enable_rate_limit', { default_value: false }),
  long('rate_limit', { default_value: 100 }),
  integer('rate_limit_period', { default_value: 1 }),
  keyword('rate_limit_timespan', { default_value: '1s' }),
  ...booleans('http_allow_auto_redirect http_use_cookie_container http_use_tracing http_use_proxy'),
  integer('http_max_connections_per_server', { default_value: 100 }),
  integer('priority', { default_value: 0 }),
  integer('timeout', { default_value: 30_000, description: 'ms' }),
  ...lists('rate_limit_white_list scopes allowed_list blocked_list'),
  nested('downstream_hosts', [keyword('name'), integer('port'), keyword('avatar')]),
  nested('upstream_methods', [...REQUEST_ITEMS, keyword('avatar')], { relationship: 'service.end_point.request' }),
];

export const serviceEndPoint = systemSchema('service.end_point', 'A call the gateway serves', [
  ...common('active'),
  ...END_POINT_ITEMS,
]);
export const serviceEndPointRequest = systemSchema('service.end_point.request', 'A method of an end-point', [
  ...common(),
  ...REQUEST_ITEMS,
]);
export const serviceEndPointResponse = systemSchema('service.end_point.response', 'A reply of a method', [
  ...common(),
  ...RESPONSE_ITEMS,
]);
/** ENT-37. */
export const serviceEndPointModule = systemSchema('service.end_point.module', 'A group of end-points', [
  ...common(),
  ...keywords('name description category'),
  list('services'),
  references('end_points', 'service.end_point'),
]);
