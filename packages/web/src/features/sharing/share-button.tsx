import { Button, MultiSelect } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { DialogFoot, dialogs, ErrorState, LoadingBlock, notify, notifyFailure, Toggle } from '../../design/index.ts';
import { type Shares, seenBy } from './seen-by.ts';
import classes from './sharing.module.css';
import { type Shareable, useShare, useSharing } from './sharing.ts';

const WORD = { 'visual.view': 'view', 'visual.workspace': 'workspace' } as const;

/** Opens who sees a view or workspace; for those who may change it (VIS-18). */
export function ShareButton(shared: Shareable) {
  const title = `Share ${WORD[shared.kind]} ${shared.name}`;
  const open = (): void => void dialogs.open(title, (close) => <ShareDialog shared={shared} onClose={close} />);
  return (
    <Button variant="default" leftSection={<IconShare size={16} />} onClick={open}>
      Share
    </Button>
  );
}

interface ShareDialogProps {
  readonly shared: Shareable;
  readonly onClose: () => void;
}

function ShareDialog({ shared, onClose }: ShareDialogProps) {
  const sharing = useSharing(shared);
  if (sharing.error) return <ErrorState error={sharing.error} onRetry={() => void sharing.refetch()} />;
  if (sharing.isPending) return <LoadingBlock />;
  const { groups, choices, tenant, is_public } = sharing.data;
  const names = new Map([...choices, ...groups].map(({ id, name }) => [id, name]));
  return (
    <ShareForm
      shared={shared}
      start={{ groups: groups.map(({ id }) => id), tenant, is_public }}
      names={names}
      onClose={onClose}
    />
  );
}

interface ShareFormProps extends ShareDialogProps {
  readonly start: Shares;
  /** Name of every group that is shared with, or can be. */
  readonly names: ReadonlyMap<string, string>;
}

function ShareForm({ shared, start, names, onClose }: ShareFormProps) {
  const [shares, setShares] = useState(start);
  const share = useShare(shared);
  const word = WORD[shared.kind];
  const change = (part: Partial<Shares>): void => setShares((now) => ({ ...now, ...part }));
  const store = (event: FormEvent): void => {
    event.preventDefault();
    share.mutate(shares, {
      onSuccess: () => {
        notify.positive({ title: `Who sees ${word} ${shared.name} is saved` });
        onClose();
      },
      onError: notifyFailure,
    });
  };
  return (
    <form className={classes.form} onSubmit={store}>
      <MultiSelect
        label="Groups"
        placeholder={shares.groups.length === 0 ? 'No group' : ''}
        description={names.size === 0 ? 'You are in no group; an administrator adds you to one.' : undefined}
        disabled={names.size === 0}
        searchable
        data={[...names].map(([value, label]) => ({ value, label }))}
        value={[...shares.groups]}
        onChange={(groups) => change({ groups })}
      />
      {shared.kind === 'visual.view' && (
        <Toggle
          label="Everyone of this organisation"
          checked={shares.tenant}
          onChange={(tenant) => change({ tenant })}
        />
      )}
      <Toggle
        label="Anyone, also without signing in"
        checked={shares.is_public}
        onChange={(is_public) => change({ is_public })}
      />
      <p className={classes.seen} role="status">
        {seenBy(shares, names)}
        {shared.kind === 'visual.workspace' && ' Your own views on it are shown with it.'}
      </p>
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled" loading={share.isPending}>
          Save sharing
        </Button>
      </DialogFoot>
    </form>
  );
}
