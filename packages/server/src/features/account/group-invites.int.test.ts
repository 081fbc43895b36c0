import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { INVITE_LIFE, newId } from '@datasarana/schema';
import {
  type Caller,
  callerFor,
  type HttpReply,
  PASSWORD,
  type SignedRole,
  startPlatform,
  type TestPlatform,
} from '@datasarana/testkit';

/** Inviting: who may, whom an invite is for, and what knowing an address is worth. */
let now = Date.now();
let at: TestPlatform;
let admin: Caller;
let member: Caller;
let engineer: Caller;

before(async () => {
  at = await startPlatform({}, () => now);
  admin = await at.a.as('tenant administrator');
  member = await at.a.as('member');
  engineer = await at.a.as('data engineer');
});
after(() => at.stop());

const ok = (reply: HttpReply): HttpReply => {
  assert.ok(reply.code === 30 || reply.code === 10, JSON.stringify(reply.error));
  return reply;
};
/** Sessions end before invites do. */
async function signedAnew(role: SignedRole): Promise<Caller> {
  const login = { login_id: at.a.people.get(role)?.login, password: PASSWORD };
  const body = { ...login, app_id: at.platform.services.config.appId, org_id: at.a.id };
  return callerFor(at.url, ok(await at.anonymous.call('POST', '/auth/token/user', { body })).data.jwt);
}
const person = (role: SignedRole): string => at.a.people.get(role)?.user ?? '';
const crew = async (): Promise<string> =>
  ok(await admin.call('PUT', '/tenant/group', { body: { name: 'crew' } })).data.id;
const invite = (group: string, invites: readonly object[], role = '', who = admin): Promise<HttpReply> =>
  who.call('PUT', '/tenant/group/invite', { body: { group, invites, role } });
const codes = async (...wanted: Parameters<typeof invite>): Promise<string[]> =>
  ok(await invite(...wanted)).data.map(({ id }: { id: string }) => id);
interface Seen {
  readonly id: string;
  readonly group: { readonly id: string };
  readonly role: string;
  readonly host: { readonly id: string };
  readonly expires: number;
  readonly registers: boolean;
}
const mine = async (who: Caller): Promise<readonly Seen[]> =>
  ok(await who.call('GET', '/session/group/invite')).data ?? [];
const answer = (id: string, who: Caller, status = 'Accepted'): Promise<HttpReply> =>
  who.call('PATCH', '/session/group/invite', { body: { id, status } });
interface Held {
  readonly id: string;
  readonly status: string;
  readonly email?: string;
  readonly host: { readonly id: string };
}
const held = async (group: string): Promise<readonly Held[]> =>
  ok(await admin.call('GET', `/tenant/group/${group}`)).data.invites;
const manage = async (group: string, users: readonly string[] = [person('member')]): Promise<void> => {
  const body = { groups: [group], users, role: 'Tenant Administrator' };
  ok(await admin.call('PUT', '/tenant/group/user', { body }));
};
let people = 0;
const register = (code: string, more: object = {}): Promise<HttpReply> => {
  const n = ++people;
  const names = { full_name: `New ${n}`, email: `n${n}@example.org`, phone: `+62 000 ${n}`, login_id: `new.${n}` };
  const body = { ...names, date_of_birth: 1, password: 'harbour-violin-31', invite: code, ...more };
  return at.anonymous.call('PUT', '/session/user', { body });
};

test('[ROL-18] [ENT-30] an account holder finds an invite addressed to them, and nobody else answers it by its code', async () => {
  const group = await crew();
  const [id = ''] = await codes(group, [{ user: person('data engineer') }], 'Developer');
  const [seen] = await mine(engineer);
  assert.deepEqual(
    [seen?.id, seen?.group, seen?.role, seen?.host.id, seen?.expires, seen?.registers],
    [id, { id: group, name: 'crew' }, 'Developer', person('tenant administrator'), now + INVITE_LIFE, false],
  );
  assert.deepEqual(await mine(member), []);
  for (const who of [member, await at.b.as('data engineer'), at.anonymous]) {
    const looked = await who.call('GET', `/session/group/invite/${id}`);
    assert.deepEqual([looked.http, looked.code, looked.data], [200, 34, null]);
  }
  assert.equal((await answer(id, member)).http, 404);
  assert.equal((await register(id)).http, 404, 'nobody registers with it');
  assert.deepEqual(await mine(engineer), [seen]);
  ok(await answer(id, engineer));
  assert.deepEqual(await mine(engineer), []);
  const { groups, role_in_group } = ok(await engineer.call('GET', '/session/user')).data;
  assert.deepEqual([groups.includes(group), role_in_group[group]], [true, 'developer']);
  const again = await invite(group, [{ user: person('data engineer') }]);
  assert.deepEqual([again.http, again.error?.message.includes('in this group already')], [409, true]);
});

test('[ROL-18] [API-18] an address alone opens nothing: the code does, in whoever’s contacts the address stands', async () => {
  const group = await crew();
  const [code = ''] = await codes(group, [{ email: ' Ada@Example.org ' }]);
  const contacts = [{ id: newId(), type: 'Email', contact: 'ada@example.org', active: true }];
  ok(await member.call('PATCH', '/session/user', { body: { contacts } }));
  assert.deepEqual(await mine(member), [], 'who wrote the address among their contacts is told of nothing');
  const replies = [
    await member.call('GET', '/session/user'),
    await member.call('GET', '/session/group'),
    await member.call('POST', '/session/group', { body: { key: 'invites.email', keyword: 'ada@example.org' } }),
    await member.call('POST', '/record/user.group.invite', { body: { keyword: 'ada' } }),
  ];
  for (const reply of replies) assert.doesNotMatch(JSON.stringify(reply), new RegExp(code));
  assert.equal((await register('ada@example.org', { email: 'ada@example.org' })).http, 404);
  const shown = ok(await at.anonymous.call('GET', `/session/group/invite/${code}`)).data;
  assert.deepEqual([shown.email, shown.group.name, shown.registers], ['Ada@Example.org', 'crew', true]);
  ok(await member.call('PATCH', '/session/user', { body: { contacts: [] } }));
  assert.equal((await answer(code, member)).http, 403);
  ok(await register(code, { email: 'ada@example.org' }));
  assert.equal((await held(group))[0]?.status, 'Accepted');
});

test('[ROL-25] who administers a group by a role there invites people of the tenant, and makes no accounts', async () => {
  const group = await crew();
  const stranger = person('developer');
  assert.equal((await invite(group, [{}], '', member)).http, 403);
  await manage(group);
  const [code = ''] = await codes(group, [{}], 'Tenant Administrator', member);
  const refused = await register(code);
  assert.deepEqual([refused.http, refused.error?.message], [403, 'This invite is for people who have an account here']);
  assert.equal(ok(await engineer.call('GET', `/session/group/invite/${code}`)).data.registers, false);
  assert.equal((await invite(group, [{ user: stranger }], '', member)).http, 404, 'nobody they do not see');
  const other = await crew();
  assert.equal((await invite(other, [{}], '', member)).http, 404, 'no other group');
  assert.equal((await invite(group, [{}], 'Cluster Administrator', member)).http, 403);
  const forged = { id: 'guessed', email: 'eve@example.org', host: { id: person('tenant administrator') } };
  ok(await member.call('PATCH', '/tenant/group', { body: { id: group, invites: [...(await held(group)), forged] } }));
  const [made] = (await held(group)).filter(({ email }) => email === 'eve@example.org');
  assert.deepEqual([made?.host.id, made?.id === 'guessed', made?.status], [person('member'), false, 'Pending']);
  assert.equal((await register(made?.id ?? '', { email: 'eve@example.org' })).http, 403);
  ok(await answer(code, engineer));
});

test('[REC-34] an invite is withdrawn once, by those who may invite, and then lets nobody in', async () => {
  const group = await crew();
  const [a = '', b = ''] = await codes(group, [{ email: 'a@example.org' }, {}]);
  const withdraw = (invites: readonly string[], who = admin, from = group): Promise<HttpReply> =>
    who.call('POST', '/tenant/group/invite/delete', { body: { group: from, invites } });
  assert.equal((await withdraw([a], await at.a.as('developer'))).http, 403);
  assert.equal((await withdraw(['unknown'])).http, 404);
  assert.deepEqual(ok(await withdraw([a])).data, { removed: 1 });
  assert.deepEqual(
    (await held(group)).map(({ id, status }) => [id, status]),
    [
      [a, 'Cancelled'],
      [b, 'Pending'],
    ],
  );
  for (const late of [await withdraw([a]), await answer(a, engineer), await register(a, { email: 'a@example.org' })])
    assert.equal(late.http, 409);
  ok(await answer(b, engineer));
  assert.equal((await withdraw([b])).http, 409);
  const reopened = (await held(group)).map((entry) => ({ ...entry, status: 'Pending' }));
  assert.equal((await admin.call('PATCH', '/tenant/group', { body: { id: group, invites: reopened } })).http, 409);
});

test('[REC-34] nobody is invited twice while an invite is open; an expired one makes room', async () => {
  const group = await crew();
  const twice = [{ email: 'ada@example.org' }, { user: person('developer') }, { phone: '+62 1' }, {}, {}];
  await codes(group, twice);
  const again = await invite(group, [...twice.slice(0, 3), { email: 'new@example.org' }, { email: 'NEW@example.org' }]);
  assert.equal(again.http, 422);
  assert.deepEqual(Object.keys(again.error?.error.fields ?? {}), ['invites.0', 'invites.1', 'invites.2', 'invites.4']);
  now += INVITE_LIFE + 1;
  const developer = await signedAnew('developer');
  assert.deepEqual(await mine(developer), []);
  admin = await signedAnew('tenant administrator');
  assert.equal((await held(group)).length, 5);
  ok(await invite(group, [{ user: person('developer') }], ''));
});
