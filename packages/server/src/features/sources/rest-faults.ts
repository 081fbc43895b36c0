import { validateHeaderName, validateHeaderValue } from 'node:http';
import { invalid } from '@datasarana/schema';
import { REST_AUTHENTICATIONS, REST_BODIES, REST_RAW_BODIES, REST_VERBS } from '@datasarana/sources';
import { type PlacedSettings, pagingPlaceFaults, type RestSettings } from '@datasarana/sources/node';
import { webAddress } from '../../outbound/fetch-outside.ts';

type Pair = NonNullable<RestSettings['headers']>[number];
type Fields = Readonly<Record<string, unknown>>;
/** What each kind of authentication needs, as its form calls it. */
const AUTH_FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'API Key': { name: 'Header', api_key: 'Key' },
  'Bearer Token': { token: 'Token' },
  Basic: { username: 'User', password: 'Password' },
  Digest: { username: 'User', password: 'Password' },
  OAuth1: { consumer_key: 'Consumer key', client_secret: 'Consumer secret' },
  OAuth2: { token_url: 'Token address', client_id: 'Client id', client_secret: 'Client secret' },
  NTLM: { username: 'User', password: 'Password' },
};

const isPairs = (value: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) &&
    value.every((pair) => ['name', 'value'].every((key) => typeof Reflect.get(Object(pair), key) === 'string')));
const oneOf = (choices: readonly string[], value: unknown): boolean => choices.some((choice) => choice === value);

/** What the connection sets by itself, or cannot do. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const fails = (check: () => void): boolean => {
  try {
    check();
    return false;
  } catch {
    return true;
  }
};
const nameFault = (name: string): string | null => {
  if (fails(() => validateHeaderName(name))) return `'${name}' cannot be the name of a header`;
  return OF_CONNECTION.has(name.toLowerCase()) ? `The connection sets '${name}' by itself` : null;
};
const valueFault = (name: string, value: string): string | null =>
  fails(() => validateHeaderValue(name, value))
    ? `The value of '${name}' has a line end or a sign that no header may have`
    : null;

function headerFaults(headers: readonly Pair[], faults: Record<string, string>): void {
  headers.forEach(({ name, value }, i) => {
    const fault = name === '' && value === '' ? null : (nameFault(name) ?? valueFault(name, value));
    if (fault !== null) faults[`headers.${i}`] = fault;
  });
}

/** A key or token that goes as a header. */
function signatureFaults(auth: Fields, faults: Record<string, string>): void {
  const { type, name, api_key: key, token, in: place } = auth;
  if (type === 'API Key' && place !== 'query') {
    const wrongName = nameFault(String(name));
    const wrongKey = wrongName === null ? valueFault(String(name), String(key)) : null;
    if (wrongName !== null) faults['auth.name'] ??= wrongName;
    if (wrongKey !== null) faults['auth.api_key'] ??= wrongKey;
  }
  const wrongToken = type === 'Bearer Token' ? valueFault('Authorization', `Bearer ${String(token)}`) : null;
  if (wrongToken !== null) faults['auth.token'] ??= wrongToken;
}

const isBase64 = (text: unknown): boolean =>
  typeof text === 'string' && /^[\w+/-]*={0,2}$/.test(text.replaceAll(/\s/g, ''));

function bodyFaults(body: Fields, faults: Record<string, string>): void {
  const { kind, raw, text, fields, base64 } = body;
  if (!oneOf(REST_BODIES, kind)) faults['body.kind'] = `'${String(kind)}' is none of ${REST_BODIES.join(', ')}`;
  if (kind === 'raw' && !(oneOf(REST_RAW_BODIES, raw) && typeof text === 'string')) {
    faults['body.raw'] = `A raw body is one of ${REST_RAW_BODIES.join(', ')} with its text`;
  }
  if (kind === 'binary' && !isBase64(base64)) faults['body.base64'] = 'A binary body is given in base64';
  if ((kind === 'form-data' || kind === 'x-www-form-urlencoded') && !(fields && isPairs(fields))) {
    faults['body.fields'] = 'A form is a list of fields with name and value';
  }
}

/** Whether the cursor or the number of a page finds its place; asked of settings that have no other fault. */
function placeFaults(settings: Fields, faults: Record<string, string>): void {
  const { in: place = 'query' } = Object(settings.paging) as Fields;
  if (!oneOf(['query', 'body'], place)) faults['paging.in'] = `'${String(place)}' is none of query, body`;
  else if (Object.keys(faults).length === 0)
    for (const [name, fault] of Object.entries(pagingPlaceFaults(settings as unknown as PlacedSettings)))
      faults[`paging.${name}`] = fault;
}

function pagingFaults(paging: Fields, faults: Record<string, string>): void {
  const { kind, param, path, limit } = paging;
  if (!oneOf(['none', 'next', 'offset', 'cursor'], kind))
    faults['paging.kind'] = `'${String(kind)}' is none of none, next, offset, cursor`;
  if ((kind === 'offset' || kind === 'cursor') && !(typeof param === 'string' && param !== ''))
    faults['paging.param'] = 'Name the parameter that is counted up';
  if (kind === 'cursor' && !(typeof path === 'string' && path !== ''))
    faults['paging.path'] = 'Say where the answer holds the next cursor';
  if (kind === 'offset' && !(Number.isInteger(limit) && Number(limit) > 0))
    faults['paging.limit'] = 'Say how many rows a page has';
  if (kind === 'offset') countFaults(paging, faults);
}

function countFaults({ by = 'rows', start, limit_param: name }: Fields, faults: Record<string, string>): void {
  if (!oneOf(['rows', 'pages'], by)) faults['paging.by'] = `'${String(by)}' is none of rows, pages`;
  if (start !== undefined && !(Number.isSafeInteger(start) && Number(start) >= 0))
    faults['paging.start'] = 'The first number is a whole one, 0 or more';
  if (name !== undefined && typeof name !== 'string') faults['paging.limit_param'] = 'The parameter is a name';
}

function addressFault(url: unknown): string | null {
  if (typeof url !== 'string' || url === '') return 'The address must not be empty';
  const { username, password } = webAddress(url);
  return username === '' && password === ''
    ? null
    : 'Leave user and password out of the address and choose Basic as the authentication';
}

function authFaults(auth: Fields, faults: Record<string, string>): void {
  const type = String(auth.type ?? '');
  if (!oneOf(REST_AUTHENTICATIONS, type))
    faults['auth.type'] = `'${type}' is none of ${REST_AUTHENTICATIONS.join(', ')}`;
  for (const [name, label] of Object.entries(AUTH_FIELDS[type] ?? {})) {
    const given = auth[name];
    if (typeof given !== 'string' || given === '') faults[`auth.${name}`] = `${label} must not be empty`;
  }
  const { token_url: place } = auth;
  if (
    type === 'OAuth2' &&
    typeof place === 'string' &&
    place !== '' &&
    !/^https?:$/.test(URL.parse(place)?.protocol ?? '')
  )
    faults['auth.token_url'] = 'Token address must begin with http:// or https://';
  signatureFaults(auth, faults);
}

/** What is wrong with the settings of a REST source besides its address, by their paths (SRC-20). */
export function restFaults(value: Fields): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {};
  const { verb = 'GET', auth = { type: 'None' }, headers, query, body, paging, path } = value;
  if (!oneOf(REST_VERBS, verb)) faults.verb = `'${String(verb)}' is none of ${REST_VERBS.join(', ')}`;
  authFaults(Object(auth), faults);
  if (!isPairs(headers)) faults.headers = 'Headers are a list of name and value';
  else headerFaults((headers ?? []) as readonly Pair[], faults);
  if (!isPairs(query)) faults.query = 'Parameters are a list of name and value';
  if (body !== undefined) bodyFaults(Object(body), faults);
  if (paging !== undefined) pagingFaults(Object(paging), faults);
  if (path !== undefined && typeof path !== 'string') faults.path = 'The path is a dotted name';
  if (oneOf(['cursor', 'offset'], Object(paging).kind)) placeFaults(value, faults);
  return faults;
}

/** Checks settings as they came from outside. @throws PlatformError 31/422 with a sentence per field */
export function restSettings(value: Fields): RestSettings {
  const url = addressFault(value.url);
  const faults = { ...(url !== null && { url }), ...restFaults(value) };
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return value as unknown as RestSettings;
}
