import { pathOf } from '../reading/fields.ts';
import { isObject, isScalar, type JsonObject } from '../reading/json.ts';
import { unsupported, wrongShape } from '../reading/refusal.ts';

/** Clauses whose parameters stand in the body of their field. */
const IN_FIELD = new Set([
  ...['term', 'range', 'match', 'match_phrase', 'match_phrase_prefix', 'match_bool_prefix', 'prefix', 'wildcard'],
  ...['regexp', 'fuzzy', 'terms_set', 'intervals', 'span_term'],
]);

/** Clauses whose name has to be a text; for others a number or a boolean may stand, too. */
const TEXT_ONLY = new Set(['bool', 'match_all', 'ids', 'distance_feature']);

/** `_name` of a clause: in its body, or in the body of its field where its other parameters stand there. */
export function clauseName(kind: string, body: unknown, path: string): string | undefined {
  if (!isObject(body)) return undefined;
  if (!IN_FIELD.has(kind)) return nameIn(kind, body, path);
  const [field, inner] = Object.entries(body).find(([key]) => key !== '_name') ?? ['', undefined];
  if (Object.hasOwn(body, '_name')) {
    const reason = `[${kind}] query doesn't support multiple fields, found [${field}] and [_name]`;
    throw unsupported(
      pathOf(path, '_name'),
      `[_name] beside the field of ${kind}`,
      [`${pathOf(path, field)}._name`],
      reason,
    );
  }
  return isObject(inner) ? nameIn(kind, inner, pathOf(path, field)) : undefined;
}

/** Clauses of which a name may be null, which is none. */
const NULLABLE = new Set([
  ...['boosting', 'function_score', 'nested', 'geo_distance', 'geo_bounding_box', 'geo_shape', 'more_like_this'],
]);

function nameIn(kind: string, body: Readonly<Record<string, unknown>>, path: string): string | undefined {
  const { _name: name } = body;
  if (!Object.hasOwn(body, '_name') || (name === null && NULLABLE.has(kind))) return undefined;
  if (typeof name === 'string') return name;
  if (!isScalar(name) || TEXT_ONLY.has(kind)) throw wrongShape(pathOf(path, '_name'), 'a text', name);
  return String(name);
}

/** The printed body with its name at its place. */
export function withName(node: { readonly kind: string; readonly field?: string }, body: JsonObject, name: string) {
  const { field } = node;
  const inner = field === undefined ? undefined : body[field];
  if (field === undefined || !IN_FIELD.has(node.kind) || !isObject(inner)) return { ...body, _name: name };
  return { ...body, [field]: { ...inner, _name: name } };
}
