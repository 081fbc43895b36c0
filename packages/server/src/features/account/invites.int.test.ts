import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INVITE_LIFE } from '@datasarana/schema';
import { type Caller, callerFor, PASSWORD, startPlatform } from '@datasarana/testkit';

test('[API-18] [REC-34] an invite lets one stranger in, who joins its group; it is answered once, in time, by whom it is for', async (t) => {
  let now = Date.now();
  const at = await startPlatform({}, () => now);
  t.after(() => at.stop());
  const signIn = async (login_id: string, password = PASSWORD): Promise<Caller> => {
    const body = { login_id, password, app_id: at.platform.services.config.appId, org_id: at.a.id };
    return callerFor(at.url, (await at.anonymous.call('POST', '/auth/token/user', { body })).data.jwt);
  };
  const admin = await at.a.as('tenant administrator');
  const invites = [{ email: 'Ada@Example.org', role: 'Data Engineer' }, { phone: '+62 811 7' }, { type: 'open' }];
  const { data: group } = await admin.call('PUT', '/tenant/group', { body: { name: 'crew', invites } });
  const [ada, byPhone, open] = group.invites.map(({ id }: { id: string }) => id);
  let people = 0;
  const register = (invite: string | undefined, more: object = {}) => {
    const n = ++people;
    const names = { full_name: `New ${n}`, email: `n${n}@example.org`, phone: `+62 000 ${n}`, login_id: `new.${n}` };
    const rest = { date_of_birth: 1, password: 'harbour-violin-31', ...(invite !== undefined && { invite }) };
    return at.anonymous.call('PUT', '/session/user', { body: { ...names, ...rest, ...more } });
  };

  assert.equal((await register(undefined)).http, 403, 'without an invite the tenant is closed');
  assert.deepEqual([(await register('unknown')).http, (await register('unknown')).code], [404, 34]);
  assert.equal((await register(ada)).http, 403, 'it is for another address');
  const joined = await register(ada, { email: 'ada@example.org', login_id: 'ada' });
  assert.equal(joined.code, 30, JSON.stringify(joined.error));
  const own = (await (await signIn('ada', 'harbour-violin-31')).call('GET', '/session/user')).data;
  assert.deepEqual([own.groups, own.scope], [[group.id], ['User']], 'the role counts in the group only');
  const whole = (await admin.call('GET', `/tenant/group/${group.id}`, { query: { references: true } })).data;
  assert.deepEqual(
    whole.users.map(({ id, role }: Record<string, string>) => [id, role]),
    [[joined.data.id, 'Data Engineer']],
  );
  const answered = whole.invites.find(({ id }: { id: string }) => id === ada);
  assert.deepEqual([answered.status, answered.ts_responded, answered.user.id], ['Accepted', now, joined.data.id]);
  const again = await register(ada, { email: 'ada@example.org' });
  assert.deepEqual([again.http, again.code], [409, 31]);
  assert.match(again.error?.message ?? '', /accepted already/);

  now += INVITE_LIFE - 60_000;
  assert.equal((await register(byPhone, { phone: '+62 811 7' })).code, 30, 'on the last day');
  now += 120_000;
  const late = await register(open);
  assert.deepEqual([late.http, late.code], [409, 31]);
  assert.match(late.error?.message ?? '', /expired/);
});
