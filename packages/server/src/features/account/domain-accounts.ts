import { notFound, PAGE_SIZES } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { ACCOUNT_KIND, USER_KIND } from '../../access/account.ts';
import type { Scope } from '../../access/scope.ts';
import { absent } from '../../http/envelope.ts';
import { CountReply, MembersReply } from '../../http/replies.ts';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import type { RecordStore } from '../../stores/records/port.ts';
import { answerOfList } from '../records/answers.ts';
import { isElsewhere } from '../records/search-body.ts';
import { AccountReply, UserReply } from './account-replies.ts';
import { AccountCountQuery, AccountSearchBody, accountSearch, countAccounts } from './account-search.ts';
import { shownAccount } from './account-shape.ts';
import { shownUser } from './visible-people.ts';

const DOMAIN_KIND = 'cluster.tenant.domain';

const membersBody = Type.Object(
  { domain: Type.String(), accounts: Type.Array(Type.String(), { maxItems: 1000 }) },
  { additionalProperties: false },
);

/** The list of accounts with the domain it is about. */
const searchBody = Type.Object(
  { ...AccountSearchBody.properties, domain: Type.String() },
  { additionalProperties: false },
);

const countQuery = Type.Object({ ...AccountCountQuery.properties, domain: Type.String() });

const domainsOf = (doc: Readonly<Record<string, unknown>>): readonly string[] =>
  Array.isArray(doc.domains) ? doc.domains.map(String) : [];

async function refuseUnknown(records: RecordStore, scope: Scope, domain: string): Promise<void> {
  const found = await records.get(scope, DOMAIN_KIND, domain);
  if (!found || found.ts_removed !== null) throw notFound(`There is no domain '${domain}'.`);
}

/** Puts accounts into a domain or takes them out; answers how many that changed. */
async function setMembers(
  records: RecordStore,
  scope: Scope,
  { domain, accounts }: { readonly domain: string; readonly accounts: readonly string[] },
  member: boolean,
): Promise<{ readonly changed: number; readonly unchanged: number }> {
  await refuseUnknown(records, scope, domain);
  const wanted = [...new Set(accounts)];
  const found = (await records.getMany(scope, ACCOUNT_KIND, wanted)).filter(({ ts_removed }) => ts_removed === null);
  const missing = wanted.find((id) => !found.some((account) => account.id === id));
  if (member && missing !== undefined) throw notFound(`There is no account '${missing}'.`);
  const changing = found.filter(({ doc }) => domainsOf(doc).includes(domain) !== member);
  await records.write(
    scope,
    changing.map(({ id, doc, version }) => {
      const others = domainsOf(doc).filter((other) => other !== domain);
      const domains = member ? [...others, domain] : others;
      return { op: 'update', kind: ACCOUNT_KIND, id, doc: { ...doc, domains }, basedOn: version } as const;
    }),
  );
  return { changed: changing.length, unchanged: wanted.length - changing.length };
}

/** Login accounts of a domain; an account keeps the ids of its domains (API-63, API-64, API-86). */
export function domainAccountRoutes(app: FastifyInstance, { records }: Services): void {
  route(app, 'tenant.domain.account.add', {
    schema: { body: membersBody, reply: MembersReply('added') },
    handler: async ({ scope, body }) => {
      const { changed, unchanged } = await setMembers(records, scope, body, true);
      return { added: changed, unchanged };
    },
  });

  route(app, 'tenant.domain.account.remove', {
    schema: { body: membersBody, reply: MembersReply('removed') },
    handler: async ({ scope, body }) => {
      const { changed, unchanged } = await setMembers(records, scope, body, false);
      return { removed: changed, unchanged };
    },
  });

  route(app, 'tenant.domain.account.search', {
    schema: { body: searchBody, reply: Type.Array(AccountReply) },
    handler: async ({ scope, body }) => {
      if (isElsewhere(scope, body)) return answerOfList({ records: [], total: 0 });
      const found = await records.search(scope, ACCOUNT_KIND, accountSearch(body, PAGE_SIZES['tenant.domain.account']));
      return answerOfList({ ...found, records: found.records.map(shownAccount) });
    },
  });

  route(app, 'tenant.domain.account.count', {
    schema: { querystring: countQuery, reply: CountReply },
    handler: async ({ scope, query }) => ({ count: await countAccounts(records, scope, query) }),
  });

  route(app, 'tenant.domain.account.owner', {
    schema: { params: Type.Object({ id: Type.String() }), reply: UserReply },
    handler: async ({ scope, params }) => {
      const account = await records.get(scope, ACCOUNT_KIND, params.id);
      if (!account || account.ts_removed !== null) return absent();
      const owner = await records.get(scope, USER_KIND, String(account.doc.user_id));
      return owner === null ? absent() : shownUser(owner);
    },
  });
}
