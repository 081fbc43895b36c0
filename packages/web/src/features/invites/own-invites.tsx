import { Button } from '@mantine/core';
import { Panel } from '../../design/index.ts';
import { useAddress } from '../../navigation.tsx';
import { formatListDate } from '../../records/index.ts';
import { roleOfText } from '../groups/role-words.ts';
import classes from './invites.module.css';
import { type OwnInvite, reasonOf, useAnswerInvite, useInviteOfCode, useOwnInvites } from './own-invite-calls.ts';

/** Whether it is known yet which invites wait for whoever is signed in; the place above what else a screen shows is theirs. */
export function useInvitesKnown(): boolean {
  const [{ invite = '' }] = useAddress();
  const own = useOwnInvites();
  const linked = useInviteOfCode(invite);
  return !own.isLoading && (invite === '' || linked.isFetched);
}

/** Invites that wait for an answer: those addressed to one's account, and the one whose link was opened. Nothing without any. */
export function OwnInvites() {
  const [{ invite: code = '' }, setAddress] = useAddress();
  const own = useOwnInvites();
  const linked = useInviteOfCode(code);
  const others = (own.data ?? []).filter(({ id }) => id !== code);
  const leave = (): void => setAddress({ invite: undefined });
  if (others.length === 0 && !linked.data && !linked.error) return null;
  return (
    <Panel title={others.length + (linked.data ? 1 : 0) > 1 ? 'Invites' : 'Invite'}>
      {linked.data && <InviteCard invite={linked.data} onAnswered={leave} />}
      {linked.error && (
        <div className={classes.card}>
          <div className={classes.said}>
            <b>This invite cannot be accepted</b>
            <p>{reasonOf(linked.error)}</p>
          </div>
          <Button onClick={leave}>Dismiss</Button>
        </div>
      )}
      {others.map((one) => (
        <InviteCard key={one.id} invite={one} />
      ))}
    </Panel>
  );
}

/** One invite with its two answers. */
export function InviteCard({ invite, onAnswered }: { readonly invite: OwnInvite; readonly onAnswered?: () => void }) {
  const { answer, working } = useAnswerInvite();
  const give = async (status: 'Accepted' | 'Declined'): Promise<void> => {
    if (await answer(invite.id, status)) onAnswered?.();
  };
  return (
    <div className={classes.card}>
      <InviteWords invite={invite} />
      <div className={classes.answers}>
        <Button loading={working} aria-label={`Join group ${invite.group.name}`} onClick={() => void give('Accepted')}>
          Join group
        </Button>
        <Button
          variant="subtle"
          disabled={working}
          aria-label={`Decline the invite into ${invite.group.name}`}
          onClick={() => void give('Declined')}
        >
          Decline
        </Button>
      </div>
    </div>
  );
}

/** Who invites into what, as what, and until when. */
export function InviteWords({
  invite: { host, group, role, description, expires, email, phone },
}: {
  readonly invite: OwnInvite;
}) {
  const { label, does } = roleOfText(role);
  return (
    <div className={classes.said}>
      <b>
        {host.name === '' ? 'You are invited' : `${host.name} invites you`} to {group.name}
      </b>
      {description !== '' && <p>{description}</p>}
      <p>
        {[
          `As ${label}`,
          lowered(does),
          email || phone ? `for ${email ?? phone}` : '',
          `until ${formatListDate(expires)}`,
        ]
          .filter((part) => part !== '')
          .join(', ')}
      </p>
    </div>
  );
}

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
