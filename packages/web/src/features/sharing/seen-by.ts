/** Who is to see it besides its owner. */
export interface Shares {
  readonly groups: readonly string[];
  readonly tenant: boolean;
  readonly is_public: boolean;
}

/** Who sees it, in one sentence. */
export function seenBy({ groups, tenant, is_public }: Shares, names: ReadonlyMap<string, string>): string {
  if (is_public) return 'Anyone sees it, also without signing in. Its data are shown as far as they are public.';
  if (tenant) return 'Everyone of this organisation sees it, with the data they may read.';
  if (groups.length === 0) return 'Only you, administrators and data engineers see it.';
  const listed = groups.map((id) => names.get(id) ?? id).join(', ');
  return `The people of ${listed} see it, with the data they may read.`;
}
