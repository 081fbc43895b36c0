import { AuthorisationStatus, notFound } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { USER_KIND } from '../../access/account.ts';
import { denied, notSigned } from '../../access/refusals.ts';
import { absent } from '../../http/envelope.ts';
import { CountReply } from '../../http/replies.ts';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { answerOfList } from '../records/answers.ts';
import { SearchBody, toSearch } from '../records/search-body.ts';
import { SessionUserReply, UserReply } from './account-replies.ts';
import { changeOwnUser, changeUser } from './session-user.ts';
import { administersPeople, peersOf, shownUser, visibleUser } from './visible-people.ts';

/** People the caller shares a group with (API-17, API-20, API-22), and changes to a user record (AUT-08). */
export function peopleRoutes(app: FastifyInstance, { records }: Services): void {
  route(app, 'session.user.get', {
    schema: { params: Type.Object({ id: Type.String() }), reply: UserReply },
    handler: async ({ scope, params }) => {
      const record = await visibleUser(records, scope, params.id);
      return record === null ? absent() : shownUser(record);
    },
  });

  route(app, 'session.user.search', {
    schema: { body: SearchBody, reply: Type.Array(UserReply) },
    handler: async ({ scope, body }) => {
      const { group } = body;
      const search = { ...toSearch(USER_KIND, body, { group: () => ({}) }), ids: await peersOf(records, scope, group) };
      const found = await records.search(scope, USER_KIND, search);
      return answerOfList({ ...found, records: found.records.map(shownUser) });
    },
  });

  route(app, 'session.user.count', {
    schema: { reply: CountReply },
    handler: async ({ scope }) => ({
      count: await records.count(scope, USER_KIND, { ids: await peersOf(records, scope) }),
    }),
  });

  route(app, 'user.change', {
    schema: { body: Type.Record(Type.String(), Type.Unknown()), reply: Type.Union([SessionUserReply, UserReply]) },
    handler: async ({ scope, caller, body }) => {
      if (caller === null) throw notSigned();
      const { id = scope.user } = body;
      if (id === scope.user) return changeOwnUser(records, { caller, scope }, body);
      if (!administersPeople(scope))
        throw denied("Another user's record is changed by a tenant administrator", AuthorisationStatus.Denied);
      const record = typeof id === 'string' ? await records.get(scope, USER_KIND, id) : null;
      if (record === null || record.ts_removed !== null) throw notFound(`There is no user '${String(id)}'.`);
      return shownUser(await changeUser(records, scope, record, body));
    },
  });
}
