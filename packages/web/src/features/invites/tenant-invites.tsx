import { Button } from '@mantine/core';
import { IconMailPlus } from '@tabler/icons-react';
import { dialogs, EmptyState, ErrorState, LoadingRows } from '../../design/index.ts';
import { ScreenLink } from '../../navigation.tsx';
import { formatCount } from '../../records/index.ts';
import { useGroups } from '../tenant/people.ts';
import { useInvites } from './invite-calls.ts';
import { InviteList } from './invite-list.tsx';
import { openInviting } from './invite-people.tsx';
import classes from './invites.module.css';

/** Shows who is invited into any group of the tenant, and invites more. */
export function InvitesButton() {
  const open = useOpen();
  return (
    <Button
      leftSection={<IconMailPlus size={16} />}
      onClick={() => void dialogs.open('Invites', (close) => <TenantInvites onClose={close} />, true)}
    >
      Invites{' '}
      {open.data && open.data.length > 0 && <span className="ds-meta">&nbsp;{formatCount(open.data.length)}</span>}
    </Button>
  );
}

function useOpen() {
  const invites = useInvites();
  return { ...invites, data: invites.data?.filter(({ status }) => status === 'Pending') };
}

function TenantInvites({ onClose }: { readonly onClose: () => void }) {
  const open = useOpen();
  const groups = useGroups();
  const choices = (groups.data ?? []).map(({ value, label }) => ({ id: value, name: label }));
  const error = open.error ?? groups.error;
  const retry = (): void => {
    void open.refetch();
    void groups.refetch();
  };
  if (error) return <ErrorState error={error} onRetry={retry} />;
  if (!open.data || !groups.data) return <LoadingRows rows={3} height={48} />;
  if (choices.length === 0)
    return (
      <EmptyState
        icon={IconMailPlus}
        title="An invite leads into a group"
        action={
          <ScreenLink to="toolkit.tenant.groups" onClick={onClose}>
            Add a group first
          </ScreenLink>
        }
      >
        There is none yet.
      </EmptyState>
    );
  const invite = (
    <Button variant="filled" leftSection={<IconMailPlus size={16} />} onClick={() => openInviting(choices)}>
      Invite people
    </Button>
  );
  return open.data.length === 0 ? (
    <EmptyState icon={IconMailPlus} title="Nobody is invited" action={invite}>
      An invite leads into a group. Who has no account makes one with it, as a User.
    </EmptyState>
  ) : (
    <>
      <div className={classes.tools}>
        <span className="ds-meta">Each can be accepted for 14 days</span>
        {invite}
      </div>
      <InviteList label="Open invites" invites={open.data} named />
    </>
  );
}
