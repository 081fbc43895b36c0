import { invalid } from '@datasarana/schema';
import { type Passwords, passwordFault } from '../../access/passwords.ts';

/** Hash of a password that keeps the rules of AUT-13. @throws PlatformError 422 with the rule it breaks */
export async function newPassword(passwords: Passwords, password: string, loginId: string): Promise<string> {
  const fault = passwordFault(password, loginId);
  if (fault) throw invalid({ password: fault });
  return passwords.hash(password);
}
