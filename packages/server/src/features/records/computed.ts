import { GROUP_MEMBER } from '../../access/account.ts';

/** Labels of the edges between records; the first word is where they start. */
export const GROUP_TEMPLATE = 'group.template';
export const GROUP_PROPERTY = 'group.property';
export const GROUP_WORKSPACE = 'group.workspace';
export const USER_PROPERTY = 'user.property';
export const PROJECT_TEMPLATE = 'project.template';
export { GROUP_MEMBER };

/** An item that is read from edges instead of the document. */
export interface ComputedItem {
  readonly label: string;
  readonly direction: 'out' | 'in';
  readonly kind: string;
}

/** Kind → item → the edges it shows. */
export const COMPUTED: Readonly<Record<string, Readonly<Record<string, ComputedItem>>>> = {
  user: {
    groups: { label: GROUP_MEMBER, direction: 'in', kind: 'user.group' },
    properties: { label: USER_PROPERTY, direction: 'out', kind: 'cluster.tenant.property' },
  },
  'user.group': {
    users: { label: GROUP_MEMBER, direction: 'out', kind: 'user' },
    templates: { label: GROUP_TEMPLATE, direction: 'out', kind: 'data.template' },
    workspaces: { label: GROUP_WORKSPACE, direction: 'out', kind: 'visual.workspace' },
    properties: { label: GROUP_PROPERTY, direction: 'out', kind: 'cluster.tenant.property' },
  },
  'data.project': {
    templates: { label: PROJECT_TEMPLATE, direction: 'out', kind: 'data.template' },
  },
};
