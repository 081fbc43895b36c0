import type { SharingAnswer } from '@datasarana/client';
import { Button, MultiSelect, TextInput } from '@mantine/core';
import { IconLink, IconShare } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import {
  CopyText,
  DialogFoot,
  dialogs,
  ErrorState,
  LoadingBlock,
  notify,
  notifyFailure,
  Toggle,
} from '../../design/index.ts';
import { askWhose } from '../../records/ask-whose.tsx';
import { type Shares, seenBy } from './seen-by.ts';
import classes from './sharing.module.css';
import { newerShares, type Shareable, sharesOf, useShare, useSharing } from './sharing.ts';

const WORD = { 'visual.view': 'view', 'visual.workspace': 'workspace' } as const;

interface ShareButtonProps extends Shareable {
  /** Whether one may say who sees it; without that there is its link alone. */
  readonly mine: boolean;
}

/** Opens the link of a view or workspace and, for those who may change it, who sees it (VIS-18). */
export function ShareButton({ mine, ...shared }: ShareButtonProps) {
  const title = `${mine ? 'Share' : 'Link of'} ${WORD[shared.kind]} ${shared.name}`;
  const Mark = mine ? IconShare : IconLink;
  const open = (): void =>
    void dialogs.open(title, (close) => (
      <div className={classes.form}>
        <LinkField kind={shared.kind} href={location.href} />
        {mine && <ShareDialog shared={shared} onClose={close} />}
      </div>
    ));
  return (
    <Button variant="default" leftSection={<Mark size={16} />} onClick={open}>
      {mine ? 'Share' : 'Link'}
    </Button>
  );
}

const OPENS = { 'visual.view': 'as it was saved', 'visual.workspace': 'with the search and time it has now' } as const;

interface LinkFieldProps {
  readonly kind: Shareable['kind'];
  readonly href: string;
}

/** The address of the page as it stands: search and time are in it. */
function LinkField({ kind, href }: LinkFieldProps) {
  return (
    <TextInput
      label="Link"
      description={`For people who see the ${WORD[kind]}: it opens ${OPENS[kind]}.`}
      classNames={{ input: 'mono' }}
      readOnly
      value={href}
      onFocus={(event) => event.currentTarget.select()}
      rightSectionWidth={88}
      rightSection={
        <CopyText value={href}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" className={classes.copy ?? ''} onClick={copy}>
              {copied ? 'Copied' : 'Copy link'}
            </Button>
          )}
        </CopyText>
      }
    />
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
  const names = namesIn(sharing.data);
  return <ShareForm shared={shared} start={sharesOf(sharing.data)} names={names} onClose={onClose} />;
}

const namesIn = ({ choices, groups }: SharingAnswer) =>
  new Map([...choices, ...groups].map(({ id, name }) => [id, name]));

interface ShareFormProps extends ShareDialogProps {
  readonly start: Shares;
  /** Name of every group that is shared with, or can be. */
  readonly names: ReadonlyMap<string, string>;
}

function ShareForm({ shared, start, names, onClose }: ShareFormProps) {
  const [shares, setShares] = useState(start);
  /** Who saw it when the form was filled. */
  const [base, setBase] = useState(start);
  const share = useShare(shared);
  const word = WORD[shared.kind];
  const change = (part: Partial<Shares>): void => setShares((now) => ({ ...now, ...part }));
  const store = (was: Shares): void =>
    share.mutate(
      { ...shares, was },
      {
        onSuccess: () => {
          notify.positive({ title: `Who sees ${word} ${shared.name} is saved` });
          onClose();
        },
        onError: (error) => {
          const newer = newerShares(error);
          if (newer) void settle(newer);
          else notifyFailure(error);
        },
      },
    );
  const settle = async (newer: SharingAnswer): Promise<void> => {
    const now = sharesOf(newer);
    const told = `By now: ${seenBy(now, namesIn(newer))} Yours is not saved yet.`;
    const whose = await askWhose(`Who sees ${word} ${shared.name} was changed elsewhere`, told);
    if (whose === 'mine') return store(now);
    if (whose === null) return;
    setBase(now);
    setShares(now);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    store(base);
  };
  return (
    <form className={classes.form} onSubmit={submit}>
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
