import { MAX_LIST_ROWS } from '@datasarana/schema';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../session/index.ts';

export interface UserRow {
  readonly id: string;
  readonly full_name?: string;
  readonly gender?: string;
  readonly status?: string;
  readonly ts?: number;
  readonly ts_modified?: number;
  readonly ts_status?: number;
  readonly [field: string]: unknown;
}

export interface AccountRow {
  readonly id: string;
  readonly login_id: string;
  readonly user?: string;
  readonly type?: string;
  readonly active?: boolean;
  readonly status?: string;
  readonly scope?: readonly string[];
  readonly roles?: readonly { readonly scope?: string; readonly name?: string }[];
  readonly ts_modified?: number;
  readonly must_change?: boolean;
}

/** Sign-in accounts, of one user or of the whole tenant. */
export function useAccounts(user?: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['accounts', user],
    enabled: api.may('account.search'),
    queryFn: async ({ signal }) => {
      const { data } = await api.call<readonly AccountRow[]>('account.search', {
        body: { key: '*', keyword: '', from: 0, to: MAX_LIST_ROWS, ...(user && { user }) },
        signal,
      });
      return data ?? [];
    },
  });
}

/** Groups of the tenant as choices, by name. */
export function useGroups() {
  const api = useApi();
  return useQuery({
    queryKey: ['groups'],
    enabled: api.may('tenant.group.search'),
    queryFn: async ({ signal }) => {
      const body = { key: '*', keyword: '', from: 0, to: MAX_LIST_ROWS, sort: [{ field: 'name' }] };
      const { data } = await api.call('tenant.group.search', { body, signal });
      return data.map(({ id, name }) => ({ value: id, label: typeof name === 'string' && name !== '' ? name : id }));
    },
  });
}

/** Scopes of an account as words. */
export const scopesOf = (account: AccountRow): readonly string[] =>
  account.scope ?? (account.roles ?? []).map(({ scope, name }) => scope ?? name ?? '').filter((text) => text !== '');
