import { isDeepStrictEqual } from 'node:util';
import type { DryRunLook, KeptField } from '@datasarana/engine';
import { filterSource, type SearchRequest } from '@datasarana/query';
import { AuthorisationStatus, type Role, SCOPES, wildcard } from '@datasarana/schema';
import { denied } from '../../access/refusals.ts';
import type { Scope } from '../../access/scope.ts';
import type { TemplateItem } from '../templates/template.ts';

type Fields = Readonly<Record<string, unknown>>;

const SEES_ALL: readonly Role[] = ['tenant administrator', 'data engineer'];

const named = (item: TemplateItem): readonly string[] =>
  item.contributor
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '' && entry.toLowerCase() !== 'anyone');

/** Users by id or name, groups by id, roles by their name or scope text. */
function isNamed(contributors: readonly string[], scope: Scope, userName: string): boolean {
  const scopeTexts = Object.entries(SCOPES).flatMap(([text, role]) => (scope.roles.includes(role) ? [text] : []));
  const own = new Set(
    [scope.user, userName, ...scope.groups, ...scope.roles, ...scopeTexts].map((x) => x.toLowerCase()),
  );
  return contributors.some((entry) => own.has(entry.toLowerCase()));
}

/** Dotted paths of private fields the caller may not see: members who are not named contributors (TPL-30). */
export function hiddenFields(items: readonly TemplateItem[], scope: Scope, userName: string): readonly string[] {
  if (scope.roles.some((role) => SEES_ALL.includes(role))) return [];
  const walk = (list: readonly TemplateItem[], prefix: string): readonly string[] =>
    list.flatMap((item) =>
      item.is_private && !isNamed(named(item), scope, userName)
        ? [prefix + item.name]
        : walk(item.items, `${prefix}${item.name}.`),
    );
  return walk(items, '');
}

/** Top-level fields that name contributors, the caller not among them (ROL-19). */
const foreignFields = (items: readonly TemplateItem[], scope: Scope, userName: string): readonly TemplateItem[] =>
  items.filter((item) => named(item).length > 0 && !isNamed(named(item), scope, userName));

/** Paths of what stays as it was whatever the caller sends: they may not see it, or not write it. */
export const keptFields = (
  items: readonly TemplateItem[],
  hidden: readonly string[],
  scope: Scope,
  userName: string,
): ReadonlySet<string> => new Set([...hidden, ...foreignFields(items, scope, userName).map(({ name }) => name)]);

/** What the rows of an import leave as it is stored: what their sender may not write, and what they may not see unless they give it. */
export function keptByRows(
  items: readonly TemplateItem[],
  hidden: readonly string[],
  scope: Scope,
  userName: string,
): readonly KeptField[] {
  const foreign = foreignFields(items, scope, userName).map(({ name }) => ({ field: name }));
  return [...foreign, ...hidden.map((field) => ({ field, unlessGiven: true as const }))];
}

/** A dry run without what its caller may not see of the records it would replace. */
export function visibleLook(look: DryRunLook | undefined, hidden: readonly string[]): DryRunLook | undefined {
  if (look === undefined || hidden.length === 0) return look;
  const replaced = look.replaced.map(({ before, after, changed, ...pair }) => ({
    ...pair,
    before: visiblePart(before, hidden),
    after: visiblePart(after, hidden),
    changed: changed.filter((path) => !hidden.some((each) => path === each || path.startsWith(`${each}.`))),
  }));
  return { ...look, replaced };
}

/**
 * The record as it will be stored in place of another: what the caller may not see or write stays as it was, and a field that
 * comes back unchanged is no writing of it.
 */
export function overStored(
  data: Fields,
  stored: Fields,
  items: readonly TemplateItem[],
  hidden: readonly string[],
  scope: Scope,
  userName: string,
): { readonly whole: Fields; readonly written: readonly string[] } {
  const kept = keptFields(items, hidden, scope, userName);
  const whole = structuredClone({ ...data });
  for (const path of kept) keepValue(whole, stored, path.split('.'));
  return { whole, written: Object.keys(data).filter((name) => !isDeepStrictEqual(data[name], stored[name])) };
}

/** Puts a stored value to its place in a record that has none there; lists of objects have no place to put it. */
function keepValue(record: Record<string, unknown>, stored: Fields, [name = '', ...rest]: readonly string[]): void {
  const before = stored[name];
  if (before === undefined || before === null) return;
  const now = record[name];
  if (now === undefined || now === null) {
    record[name] = rest.length === 0 ? before : onlyAt(before, rest);
  } else if (rest.length > 0 && isPlain(now) && isPlain(before)) keepValue(now, before, rest);
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object that holds nothing but the value at a path. */
function onlyAt(value: unknown, [name = '', ...rest]: readonly string[]): unknown {
  if (!isPlain(value) || value[name] === undefined) return undefined;
  return { [name]: rest.length === 0 ? value[name] : onlyAt(value[name], rest) };
}

/** @throws PlatformError 31/403 naming the first field whose contributors do not include the caller (ROL-19) */
export function refuseForeignFields(
  items: readonly TemplateItem[],
  written: Iterable<string>,
  scope: Scope,
  userName: string,
): void {
  const guarded = new Map(foreignFields(items, scope, userName).map((item) => [item.name, item]));
  for (const path of written) {
    const item = guarded.get(path.split('.')[0] ?? '');
    if (!item) continue;
    throw denied(
      `${item.display_name ?? item.name}: only its contributors may write this field.`,
      AuthorisationStatus.Denied,
      `Leave '${item.name}' out, or ask ${item.contributor} to write it.`,
    );
  }
}

/** Whether one of two paths is the other, or above it. */
export const isBelow = (path: string, hidden: string): boolean =>
  path === hidden || path.startsWith(`${hidden}.`) || hidden.startsWith(`${path}.`);

function matches(name: string, hidden: readonly string[]): string | undefined {
  if (!name.includes('*')) return hidden.find((path) => isBelow(name, path));
  const fits = wildcard(name);
  return hidden.find((path) => fits(path));
}

/** The first hidden field a parsed search asks about anywhere: a filter or bucket would tell its values. */
function askedAbout(node: unknown, hidden: readonly string[]): string | undefined {
  if (Array.isArray(node)) {
    for (const each of node) {
      const found = askedAbout(each, hidden);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (typeof node !== 'object' || node === null) return undefined;
  for (const [key, value] of Object.entries(node)) {
    const isField = (key === 'field' || key === 'path') && typeof value === 'string';
    const found = isField ? matches(value, hidden) : askedAbout(value, hidden);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Says so to whoever filters, groups or sorts by a private field; for all else that a search can ask these are not there.
 * @throws PlatformError 31/403
 */
export function refuseHidden(request: SearchRequest, hidden: readonly string[]): void {
  if (hidden.length === 0) return;
  const asked = askedAbout([request.query, request.postFilter, request.aggs, request.sort], hidden);
  if (asked !== undefined) throw denied(`The field '${asked}' is private; only its contributors may ask about it.`);
}

/** A document without the hidden fields. */
export function visiblePart(document: Fields, hidden: readonly string[]): Fields {
  if (hidden.length === 0) return document;
  return Object(filterSource(document, { kind: 'fields', includes: [], excludes: hidden })) as Fields;
}
