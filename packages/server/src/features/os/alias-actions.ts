import { tokenOf } from '@datasarana/query';
import { isObject } from './call.ts';
import { meant } from './did-you-mean.ts';
import type { Body } from './json-object.ts';
import { illegal, unreadable } from './refusals.ts';

/** One action of a change of aliases, its members held against what OpenSearch takes there. */
export interface AliasAction {
  readonly kind: 'add' | 'remove' | 'remove_index';
  readonly body: Body;
}

/** Tokens of JSON a member may begin with. */
type Tokens = readonly string[];

const TEXT: Tokens = ['VALUE_STRING'];
const TEXTS: Tokens = ['START_ARRAY', 'VALUE_STRING'];
const ROUTING: Tokens = ['VALUE_NUMBER', 'VALUE_STRING'];
const FLAG: Tokens = ['VALUE_BOOLEAN', 'VALUE_STRING'];
const NAMES = { index: TEXT, indices: TEXTS, alias: TEXT, aliases: TEXTS };

const MEMBERS: Readonly<Record<AliasAction['kind'], Readonly<Record<string, Tokens>>>> = {
  add: {
    ...NAMES,
    filter: ['START_OBJECT'],
    routing: ROUTING,
    index_routing: ROUTING,
    search_routing: ROUTING,
    is_write_index: FLAG,
    is_hidden: FLAG,
  },
  remove: { ...NAMES, must_exist: FLAG },
  remove_index: NAMES,
};

const isKind = (name: string): name is AliasAction['kind'] => Object.hasOwn(MEMBERS, name);

function checkMembers({ kind, body }: AliasAction): void {
  const members = MEMBERS[kind];
  for (const [name, value] of Object.entries(body)) {
    const taken = members[name];
    if (taken === undefined)
      throw unreadable(`[${kind}] unknown field [${name}]${meant(name, Object.keys(members)).replace(' -> ', ' ')}`);
    const token = tokenOf(value);
    if (!taken.includes(token)) throw unreadable(`[${kind}] ${name} doesn't support values of type: ${token}`);
  }
  for (const [one, all] of [
    ['index', 'indices'],
    ['alias', 'aliases'],
  ] as const) {
    if (body[one] !== undefined && body[all] !== undefined)
      throw illegal(`Only one of [${one}] and [${all}] is supported`);
  }
  const named = ['alias', 'aliases'].find((name) => body[name] !== undefined);
  if (kind === 'remove_index' && named !== undefined) throw illegal(`[${named}] is unsupported for [REMOVE_INDEX]`);
}

/** @throws PlatformError for an action that is none, is several, or has what no such action has */
export function readAliasAction(given: unknown): AliasAction {
  if (!isObject(given)) throw unreadable(`[alias_action] Expected START_OBJECT but was: ${tokenOf(given)}`);
  const [first, ...others] = Object.entries(given);
  if (first === undefined) throw illegal('An action is empty: name one of [add], [remove] and [remove_index]');
  const [kind, body] = first;
  if (!isKind(kind)) throw unreadable(`[alias_action] unknown field [${kind}]`);
  if (!isObject(body)) throw unreadable(`[alias_action] ${kind} doesn't support values of type: ${tokenOf(body)}`);
  if (others.length > 0) throw illegal('Too many operations declared on operation entry');
  const action = { kind, body };
  checkMembers(action);
  return action;
}

/** The actions of a request; a single one needs no list around it. */
export function readAliasActions({ actions = [], ...others }: Body): readonly AliasAction[] {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw unreadable(`[aliases] unknown field [${unknown}]`);
  if (!Array.isArray(actions) && !isObject(actions))
    throw unreadable(`[aliases] actions doesn't support values of type: ${tokenOf(actions)}`);
  const given = [actions].flat();
  if (given.length === 0) throw illegal('No action specified');
  return given.map(readAliasAction);
}
