import { INVITE_LIFE } from '@datasarana/schema';
import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCopy, IconLink, IconMail, IconUser, IconX } from '@tabler/icons-react';
import { CopyText, dialogs } from '../../design/index.ts';
import { formatAgo, formatCount, formatListDate } from '../../records/index.ts';
import { roleOfText } from '../groups/role-words.ts';
import { hasLink, type InviteRow, invitedName, inviteLink, useInviting } from './invite-calls.ts';
import classes from './invites.module.css';

interface InviteListProps {
  readonly label: string;
  readonly invites: readonly InviteRow[];
  /** Says which group each is for. */
  readonly named?: boolean;
}

/** Open invites: for whom, with which role, by whom and how long still; the link is copied and the invite withdrawn here. */
export function InviteList({ label, invites, named = false }: InviteListProps) {
  const { withdraw, working } = useInviting();
  const ask = async (row: InviteRow): Promise<void> => {
    const yes = await dialogs.confirm({
      title: `Withdraw the invite of ${invitedName(row)}`,
      text: `It can no longer be accepted, by whoever has it. ${row.group.name} stays as it is.`,
      action: 'Withdraw invite',
      danger: true,
    });
    if (yes) await withdraw(row);
  };
  return (
    <ul className={classes.list} aria-label={label}>
      {invites.map((row) => (
        <li key={row.id} className={classes.invite}>
          <Mark row={row} />
          <span className={classes.who}>
            <span className={classes.name} title={invitedName(row)}>
              {invitedName(row)}
            </span>
            <span className={classes.meta} title={formatListDate(row.ts)}>
              {[named && row.group.name, roleOfText(row.role).label, madeBy(row), daysLeft(row, Date.now())]
                .filter(Boolean)
                .join(', ')}
            </span>
          </span>
          {hasLink(row) && <CopyLink row={row} />}
          <ActionIcon
            aria-label={`Withdraw the invite of ${invitedName(row)}`}
            title="Withdraw"
            disabled={working}
            onClick={() => void ask(row)}
          >
            <IconX size={16} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}

/** Invites that were answered, withdrawn or ran out. */
export function EndedInvites({ invites }: { readonly invites: readonly InviteRow[] }) {
  return (
    <ul className={classes.list} aria-label="Invites that ended">
      {invites.map((row) => (
        <li key={row.id} className={classes.invite}>
          <Mark row={row} />
          <span className={classes.who}>
            <span className={classes.name} title={invitedName(row)}>
              {invitedName(row)}
            </span>
            <span className={classes.meta}>{ending(row)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Mark({ row: { email, phone, user } }: { readonly row: InviteRow }) {
  const Icon = email || phone ? IconMail : user?.id ? IconUser : IconLink;
  return <Icon size={18} aria-hidden />;
}

function CopyLink({ row }: { readonly row: InviteRow }) {
  return (
    <CopyText value={inviteLink(row.id)}>
      {({ copied, copy }) => (
        <ActionIcon
          aria-label={`${copied ? 'Copied' : 'Copy'} the link for ${invitedName(row)}`}
          title={copied ? 'Copied' : 'Copy link'}
          onClick={copy}
        >
          {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        </ActionIcon>
      )}
    </CopyText>
  );
}

const madeBy = ({ host, ts }: InviteRow): string =>
  [host?.full_name && `by ${host.full_name}`, ago(ts)].filter(Boolean).join(' ');

const ago = (time: number | undefined): string => formatAgo(time).toLowerCase();

const DAY = 86_400_000;

function daysLeft({ ts = 0 }: InviteRow, now: number): string {
  const days = Math.ceil((ts + INVITE_LIFE - now) / DAY);
  return days <= 1 ? 'ends today' : `${formatCount(days)} days left`;
}

function ending({ status, user, ts = 0, ts_status = 0 }: InviteRow): string {
  if (status === 'Expired') return `Expired ${ago(ts + INVITE_LIFE)}`;
  if (status === 'Cancelled') return `Withdrawn ${ago(ts_status)}`;
  return [status, user?.full_name && `by ${user.full_name}`, ago(ts_status)].filter(Boolean).join(' ');
}
