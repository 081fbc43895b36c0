import { isScopeText, type Role, SCOPES, type ScopeText } from '@datasarana/schema';

/** A role that counts inside one group: what it is called there, and what it permits (ROL-18). */
export interface RoleInGroup {
  /** The scope text that is stored; empty for none, which is what `User` comes to as well. */
  readonly value: ScopeText | '';
  readonly label: string;
  readonly does: string;
}

/** The roles a group knows, the least first. */
export const ROLES_IN_GROUP: readonly RoleInGroup[] = [
  { value: '', label: 'Member', does: 'Uses what is shared with the group' },
  { value: 'Developer', label: 'Developer', does: 'Also sees the roles of its people' },
  {
    value: 'Data Engineer',
    label: 'Data Engineer',
    does: 'Also changes and deploys its templates, changes its views and workspaces',
  },
  {
    value: 'Tenant Administrator',
    label: 'Administrator',
    does: 'Also changes the group, its people and their roles',
  },
];

const byRole = new Map<Role, RoleInGroup>(
  ROLES_IN_GROUP.map((one) => [one.value === '' ? 'member' : SCOPES[one.value], one]),
);
const NONE: RoleInGroup = { value: '', label: 'Member', does: '' };

/** The role somebody holds in a group, by its name in the session; a cluster's administrator's counts for nothing there. */
export const roleInGroup = (role: Role | undefined): RoleInGroup => byRole.get(role ?? 'member') ?? NONE;

/** The same by the scope text of a membership, which an invite may have left as any text at all. */
export const roleOfText = (text: unknown): RoleInGroup =>
  roleInGroup(typeof text === 'string' && isScopeText(text) ? SCOPES[text] : undefined);
