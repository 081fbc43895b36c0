/** Why it is not offered to change what administrators and data engineers keep: templates, sources, tasks. */
export const NEEDS_ENGINEER = 'Needs the role Tenant Administrator or Data Engineer';
