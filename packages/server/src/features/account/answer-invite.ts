import { notFound } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { USER_KIND } from '../../access/account.ts';
import { systemScope } from '../../access/system-scope.ts';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { valuesAt } from '../../stores/records/item-path.ts';
import { acceptance, answered, openInvite, refuseOtherAddress } from './invites.ts';

const body = Type.Object(
  { id: Type.String(), status: Type.Union([Type.Literal('Accepted'), Type.Literal('Declined')]) },
  { additionalProperties: false },
);

const reply = Type.Object(
  { id: Type.String(), status: Type.String(), group: Type.String(), name: Type.String() },
  { additionalProperties: false },
);

/** A person with an account answers an invite: they join its group with its role there, or they decline (ROL-18, REC-34). */
export function answerInviteRoute(app: FastifyInstance, { records, throttle, clock }: Services): void {
  route(app, 'session.group.invite.answer', {
    schema: { body, reply },
    handler: async ({ scope: caller, body: { id, status }, request }) => {
      throttle.count(request.ip);
      const scope = systemScope(caller.cluster, caller.tenant, caller.requestId);
      const person = await records.get(scope, USER_KIND, caller.user);
      if (!person) throw notFound('You are no person of this tenant');
      const invite = await openInvite(records, scope, id, person.id, clock());
      refuseOtherAddress(invite, valuesAt(person.doc, 'contacts.contact'));
      const user = { id: person.id, full_name: String(person.doc.full_name ?? '') };
      await records.write(
        { ...scope, user: caller.user },
        status === 'Accepted' ? acceptance(invite, user, clock()) : [answered(invite, 'Declined', user, clock())],
      );
      return { id, status, group: invite.group.id, name: String(invite.group.doc.name ?? '') };
    },
  });
}
