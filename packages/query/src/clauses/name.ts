import { isObject, type JsonObject } from '../reading/json.ts';

/** `_name` of a clause: in its body, or in the body of its field. */
export function clauseName(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const own = nameIn(body);
  if (own !== undefined) return own;
  return Object.values(body)
    .filter(isObject)
    .map(nameIn)
    .find((name) => name !== undefined);
}

const nameIn = (body: Readonly<Record<string, unknown>>): string | undefined =>
  Object.hasOwn(body, '_name') && typeof body._name === 'string' ? body._name : undefined;

/** Clauses whose parameters stand in the body of their field. */
const IN_FIELD = new Set([
  ...['term', 'range', 'match', 'match_phrase', 'match_phrase_prefix', 'match_bool_prefix', 'prefix', 'wildcard'],
  ...['regexp', 'fuzzy', 'terms_set', 'intervals', 'span_term'],
]);

/** The printed body with its name at its place. */
export function withName(node: { readonly kind: string; readonly field?: string }, body: JsonObject, name: string) {
  const { field } = node;
  const inner = field === undefined ? undefined : body[field];
  if (field === undefined || !IN_FIELD.has(node.kind) || !isObject(inner)) return { ...body, _name: name };
  return { ...body, [field]: { ...inner, _name: name } };
}
