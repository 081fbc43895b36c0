import type { DryRunLook, KeptField } from '@datasarana/engine';
import { filterSource, type SearchRequest } from '@datasarana/query';
import { AuthorisationStatus, type Role, SCOPES, ValueType, wildcard } from '@datasarana/schema';
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

/** A field that names contributors, the caller not among them (ROL-19). */
interface Foreign {
  readonly path: string;
  readonly item: TemplateItem;
  /** The list of objects it stands in, if any: nobody can tell which object of a list is which. */
  readonly list: string | null;
}

function foreignFields(items: readonly TemplateItem[], scope: Scope, userName: string): readonly Foreign[] {
  const walk = (some: readonly TemplateItem[], prefix: string, list: string | null): readonly Foreign[] =>
    some.flatMap((item) => {
      const path = prefix + item.name;
      const contributors = named(item);
      if (contributors.length > 0 && !isNamed(contributors, scope, userName)) return [{ path, item, list }];
      return walk(item.items, `${path}.`, list ?? (item.value_type === ValueType.Nested ? path : null));
    });
  return walk(items, '', null);
}

/** Paths of what stays as it was whatever the caller sends: they may not see it, or not write it. */
export const keptFields = (
  items: readonly TemplateItem[],
  hidden: readonly string[],
  scope: Scope,
  userName: string,
): ReadonlySet<string> => new Set([...hidden, ...foreignFields(items, scope, userName).map(({ path }) => path)]);

/** The outermost list of objects a path leads into; null when into none. */
function listAround(items: readonly TemplateItem[], path: string): string | null {
  const [name = '', ...rest] = path.split('.');
  const item = items.find((each) => each.name === name);
  if (item === undefined || rest.length === 0) return null;
  if (item.value_type === ValueType.Nested) return name;
  const below = listAround(item.items, rest.join('.'));
  return below && `${name}.${below}`;
}

/**
 * What the rows of an import leave as it is stored: what their sender may not write, and what they may not see unless they give it;
 * of a list of objects, all or nothing.
 */
export function keptByRows(
  items: readonly TemplateItem[],
  hidden: readonly string[],
  scope: Scope,
  userName: string,
): readonly KeptField[] {
  const foreign = foreignFields(items, scope, userName).map(({ path, list }) => ({ field: list ?? path }));
  return [
    ...foreign,
    ...hidden.map((path) => ({ field: listAround(items, path) ?? path, unlessGiven: true as const })),
  ];
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
  const added = look.added.map(({ line, values }) => ({ line, values: visiblePart(values, hidden) }));
  return { ...look, added, replaced };
}

const refuseForeign = ({ path, item }: Foreign): never => {
  throw denied(
    `${item.display_name ?? item.name}: only its contributors may write this field.`,
    AuthorisationStatus.Denied,
    `Leave '${path}' out, or ask ${item.contributor} to write it.`,
  );
};

/** @throws PlatformError 31/403 naming the first of the paths whose contributors do not include the caller (ROL-19) */
export function refuseForeignFields(
  items: readonly TemplateItem[],
  written: readonly string[],
  scope: Scope,
  userName: string,
): void {
  const foreign = foreignFields(items, scope, userName).find(({ path }) => written.includes(path));
  if (foreign) refuseForeign(foreign);
}

/**
 * The same for what the columns of an import fill: an object that comes as one cell, and a list of objects, which takes the place of
 * the one that is there, are written with all that is in them.
 * @throws PlatformError 31/403
 */
export function refuseForeignColumns(
  items: readonly TemplateItem[],
  filled: Iterable<string>,
  scope: Scope,
  userName: string,
): void {
  const all = foreignFields(items, scope, userName);
  if (all.length === 0) return;
  for (const column of filled) {
    const foreign = all.find(({ path, list }) => isBelow(column, list ?? path));
    if (foreign) refuseForeign(foreign);
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
