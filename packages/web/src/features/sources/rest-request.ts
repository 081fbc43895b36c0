/** A header, a parameter or a field of a form. */
export interface Pair {
  readonly name: string;
  readonly value: string;
}

/** What a request carries beside its address, as typed. */
export interface RequestForm {
  readonly headers: readonly Pair[];
  readonly query: readonly Pair[];
  readonly bodyKind: string;
  readonly raw: string;
  /** Text of a raw body, base64 of a binary one. */
  readonly bodyText: string;
  readonly fields: readonly Pair[];
  readonly pagingKind: string;
  readonly pagingPath: string;
  readonly pagingParam: string;
  readonly pagingIn: string;
  readonly pagingResume: boolean;
  readonly pagingLimit: number;
  readonly limitParam: string;
  readonly pagingBy: string;
  /** null = as pages and rows are counted as a rule, NaN = what was typed is no number. */
  readonly pagingStart: number | null;
}

type Settings = Readonly<Record<string, unknown>>;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const count = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);
const pairs = (value: unknown): readonly Pair[] =>
  Array.isArray(value) ? value.map((pair) => ({ name: text(Object(pair).name), value: text(Object(pair).value) })) : [];

export function requestOf(ds: Settings | undefined): RequestForm {
  const body: Settings = Object(ds?.body);
  const paging: Settings = Object(ds?.paging);
  return {
    headers: pairs(ds?.headers),
    query: pairs(ds?.query),
    bodyKind: text(body.kind) || 'none',
    raw: text(body.raw) || 'json',
    bodyText: text(body.text) || text(body.base64),
    fields: pairs(body.fields),
    pagingKind: text(paging.kind) || 'none',
    pagingPath: text(paging.path),
    pagingParam: text(paging.param),
    pagingIn: text(paging.in) || 'query',
    pagingResume: paging.resume === true,
    pagingLimit: count(paging.limit, 100),
    limitParam: text(paging.limit_param),
    pagingBy: text(paging.by) || 'rows',
    pagingStart: typeof paging.start === 'number' ? paging.start : null,
  };
}

const named = (list: readonly Pair[]): readonly Pair[] => list.filter(({ name }) => name.trim() !== '');

function bodyOf({ bodyKind: kind, raw, bodyText, fields }: RequestForm): Settings {
  if (kind === 'raw') return { kind, raw, text: bodyText };
  if (kind === 'binary') return { kind, base64: bodyText };
  return kind === 'none' ? { kind } : { kind, fields: named(fields) };
}

function pagingOf(form: RequestForm): Settings {
  const { pagingKind: kind, pagingPath: path, pagingParam: param, limitParam } = form;
  if (kind === 'next') return { kind, ...(path !== '' && { path }) };
  const place = form.pagingIn !== 'query' && { in: form.pagingIn };
  if (kind === 'cursor') return { kind, param, path, ...place, ...(form.pagingResume && { resume: true }) };
  if (kind !== 'offset') return { kind: 'none' };
  const { pagingLimit: limit, pagingBy: by, pagingStart: start } = form;
  const more = { ...(start !== null && { start }), ...(limitParam !== '' && { limit_param: limitParam }) };
  return { kind, param, limit, by, ...place, ...more };
}

/** The settings as the record and the helper take them; lines without a name are left out. */
export const requestSettings = (form: RequestForm): Settings => ({
  headers: named(form.headers),
  query: named(form.query),
  body: bodyOf(form),
  paging: pagingOf(form),
});
