import { invalid } from '@datasarana/schema';

/** Words of an address (API-86). */
const RESERVED: ReadonlySet<string> = new Set(['count', 'search', 'password', 'delete']);

/** Blanks but the plain one, and signs nobody sees: two login ids that look alike are two people who look alike. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|[^\S ]/u;

function loginFault(login: string): string | undefined {
  if (login === '') return 'A login id has at least one letter';
  if (RESERVED.has(login)) return `'${login}' is the name of a call and cannot be a login id`;
  const unseen = UNSEEN.exec(login)?.[0].codePointAt(0);
  if (unseen === undefined) return undefined;
  return `A login id has no invisible signs; this one has U+${unseen.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Refuses what cannot be the login id of a new account, by name. */
export function refuseLogin(login: string): void {
  const fault = loginFault(login);
  if (fault !== undefined) throw invalid({ login_id: fault });
}
