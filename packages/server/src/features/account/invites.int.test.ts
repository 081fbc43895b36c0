import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INVITE_LIFE, newId } from '@datasarana/schema';
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

test('[ROL-18] [REC-34] someone with an account joins a group by an invite, with its role there, or declines it', async (t) => {
  const at = await startPlatform();
  t.after(() => at.stop());
  const admin = await at.a.as('tenant administrator');
  const member = await at.a.as('member');
  const invites = [{ email: 'mia@example.org', role: 'Data Engineer' }, { type: 'open' }, { type: 'open' }];
  const { data: group } = await admin.call('PUT', '/tenant/group', { body: { name: 'crew', invites } });
  const [byMail, open, other] = group.invites.map(({ id }: { id: string }) => id);
  const answer = (id: string, status: string, who = member) =>
    who.call('PATCH', '/session/group/invite', { body: { id, status } });
  const me = (await member.call('GET', '/session/user')).data;

  assert.deepEqual([(await answer('unknown', 'Accepted')).http, (await answer('unknown', 'Accepted')).code], [404, 34]);
  assert.equal((await answer(byMail, 'Accepted')).http, 403, 'sent to an address that is none of theirs');
  assert.equal((await answer(byMail, 'Pending')).http, 400);
  const stranger = await at.b.as('member');
  assert.equal((await answer(open, 'Accepted', stranger)).code, 34, 'another tenant sees nothing of it');
  assert.equal((await answer(open, 'Accepted', at.anonymous)).http, 401);

  const contacts = [{ id: newId(), type: 'Email', contact: 'Mia@Example.org', active: true }];
  assert.equal((await member.call('PATCH', '/session/user', { body: { contacts } })).code, 30);
  const joined = await answer(byMail, 'Accepted');
  assert.deepEqual(joined.data, { id: byMail, status: 'Accepted', group: group.id, name: 'crew' });
  const own = (await member.call('GET', '/session/user')).data;
  assert.ok(own.groups.includes(group.id));
  assert.deepEqual(own.scope, me.scope, 'the role counts in the group only');
  assert.equal((await answer(open, 'Declined')).data.status, 'Declined');
  const whole = (await admin.call('GET', `/tenant/group/${group.id}`, { query: { references: true } })).data;
  assert.deepEqual(
    whole.users.map(({ id, role }: Record<string, string>) => [id, role]),
    [[me.id, 'Data Engineer']],
  );
  assert.deepEqual(
    whole.invites.map(({ id, status, user }: { id: string; status: string; user?: { id: string } }) => [
      id,
      status,
      user?.id,
    ]),
    [
      [byMail, 'Accepted', me.id],
      [open, 'Declined', me.id],
      [other, 'Pending', undefined],
    ],
  );
  const again = await answer(open, 'Accepted');
  assert.deepEqual([again.http, again.code], [409, 31]);
  assert.match(again.error?.message ?? '', /declined already/);
});
