import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { CopyText, DialogFoot } from '../../design/index.ts';
import { formatCount } from '../../records/index.ts';
import { type InviteRow, invitedName, inviteLink } from './invite-calls.ts';
import classes from './invites.module.css';

/** The links of new invites, each to be handed to the one it is for: the platform sends no mail. */
export function InviteLinks({
  invites,
  onDone,
}: {
  readonly invites: readonly InviteRow[];
  readonly onDone: () => void;
}) {
  const all = invites.map((row) => `${invitedName(row)}\t${inviteLink(row.id)}`).join('\n');
  return (
    <div className={classes.form}>
      <p>Send each person their link. Whoever opens it first takes the invite, so it is for their eyes only.</p>
      <ul className={classes.list} aria-label="Links of the invites">
        {invites.map((row) => (
          <li key={row.id} className={classes.invite}>
            <span className={classes.who}>
              <span className={classes.name}>{invitedName(row)}</span>
              <span className={classes.link} title={inviteLink(row.id)}>
                {inviteLink(row.id)}
              </span>
            </span>
            <Copy text={inviteLink(row.id)} label="Copy link" about={invitedName(row)} />
          </li>
        ))}
      </ul>
      <DialogFoot before={invites.length > 1 && <Copy text={all} label={`Copy all ${formatCount(invites.length)}`} />}>
        <Button variant="filled" data-autofocus onClick={onDone}>
          Done
        </Button>
      </DialogFoot>
    </div>
  );
}

function Copy({ text, label, about }: { readonly text: string; readonly label: string; readonly about?: string }) {
  return (
    <CopyText value={text}>
      {({ copied, copy }) => (
        <Button
          leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          {...(about && { 'aria-label': `${copied ? 'Copied' : label} for ${about}` })}
          onClick={copy}
        >
          {copied ? 'Copied' : label}
        </Button>
      )}
    </CopyText>
  );
}
