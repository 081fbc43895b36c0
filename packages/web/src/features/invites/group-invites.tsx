import { Button } from '@mantine/core';
import { IconMailPlus } from '@tabler/icons-react';
import { EmptyState, ErrorState, LoadingRows } from '../../design/index.ts';
import { type GroupRow, groupName } from '../groups/group-calls.ts';
import { useInvites } from './invite-calls.ts';
import { EndedInvites, InviteList } from './invite-list.tsx';
import { openInviting } from './invite-people.tsx';
import classes from './invites.module.css';

/** Invites of those that ended which are listed. */
const ENDED = 20;

/** Who is invited into a group, and who was (SCR-03). */
export function GroupInvites({ group }: { readonly group: GroupRow }) {
  const invites = useInvites(group.id);
  if (invites.error) return <ErrorState error={invites.error} onRetry={() => void invites.refetch()} />;
  if (!invites.data) return <LoadingRows rows={3} height={48} />;
  const open = invites.data.filter(({ status }) => status === 'Pending');
  const ended = invites.data.filter(({ status }) => status !== 'Pending').slice(0, ENDED);
  const invite = (
    <Button
      leftSection={<IconMailPlus size={16} />}
      onClick={() => openInviting([{ id: group.id, name: groupName(group) }])}
    >
      Invite people
    </Button>
  );
  return (
    <>
      {open.length === 0 ? (
        <EmptyState icon={IconMailPlus} title="No open invites" action={invite}>
          Invite people by name or e-mail address; an invite can be accepted for 14 days.
        </EmptyState>
      ) : (
        <>
          <div className={classes.tools}>
            <span className="ds-meta">Each can be accepted for 14 days</span>
            {invite}
          </div>
          <InviteList label={`Open invites of ${groupName(group)}`} invites={open} />
        </>
      )}
      {ended.length > 0 && (
        <>
          <h3 className={classes.ended}>Ended</h3>
          <EndedInvites invites={ended} />
        </>
      )}
    </>
  );
}
