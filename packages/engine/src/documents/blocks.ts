import { PlatformError, ReplyCode } from '@datasarana/schema';
import type { StoredIndex } from '../index/definition.ts';

/** What is done with an index: with its documents, or with what describes it. */
export type BlockedAct = 'read' | 'write' | 'tell' | 'change' | 'remove';

interface Block {
  readonly number: number;
  readonly says: string;
  readonly status: 403 | 429;
  readonly acts: readonly BlockedAct[];
}

/** Blocks by their setting, as OpenSearch numbers and words them. */
const BLOCKS: Readonly<Record<string, Block>> = {
  'index.blocks.write': { number: 8, says: 'index write (api)', status: 403, acts: ['write'] },
  'index.blocks.read_only': {
    number: 5,
    says: 'index read-only (api)',
    status: 403,
    acts: ['write', 'change', 'remove'],
  },
  'index.blocks.read': { number: 7, says: 'index read (api)', status: 403, acts: ['read'] },
  'index.blocks.metadata': { number: 9, says: 'index metadata (api)', status: 403, acts: ['tell', 'change', 'remove'] },
  'index.blocks.read_only_allow_delete': {
    number: 12,
    says: 'disk usage exceeded flood-stage watermark, index has read-only-allow-delete block',
    status: 429,
    acts: ['write', 'change'],
  },
};

export const isBlockSetting = (name: string): boolean => Object.hasOwn(BLOCKS, name);

/** Why something may not be done with an index that blocks it; null where it may. */
export function blockOf(
  name: string,
  { settings }: Pick<StoredIndex, 'settings'>,
  act: BlockedAct,
): PlatformError | null {
  const blocks = Object.entries(BLOCKS).flatMap(([setting, block]) =>
    settings[setting] === 'true' && block.acts.includes(act) ? [block] : [],
  );
  if (blocks.length === 0) return null;
  const status = blocks.every((block) => block.status === 429) ? 429 : 403;
  const told = blocks.map(
    (block) => `${block.status === 429 ? 'TOO_MANY_REQUESTS' : 'FORBIDDEN'}/${block.number}/${block.says}`,
  );
  return new PlatformError(`index [${name}] blocked by: [${told.join(', ')}];`, {
    code: ReplyCode.Failed,
    type: 'authorisation',
    http: status,
    openSearch: { type: 'cluster_block_exception' },
  });
}

/** What an index keeps from being done, as the state of a cluster tells it: levels by the number of the block. */
export function blocksOf({
  settings,
  closed,
}: Pick<StoredIndex, 'settings' | 'closed'>): Readonly<
  Record<string, { readonly says: string; readonly levels: readonly string[] }>
> {
  const blocks = Object.entries(BLOCKS).filter(([setting]) => settings[setting] === 'true');
  const shut = closed ? [{ number: 4, says: 'index closed', levels: ['read', 'write'] }] : [];
  const told = blocks.map(([, { number, says, acts }]) => ({ number, says, levels: LEVELS.flatMap(levelFor(acts)) }));
  return Object.fromEntries([...told, ...shut].map(({ number, says, levels }) => [number, { says, levels }]));
}

const LEVELS = ['read', 'write', 'metadata_read', 'metadata_write'] as const;
const ACTS = { read: 'read', write: 'write', metadata_read: 'tell', metadata_write: 'change' } as const;

const levelFor = (acts: readonly BlockedAct[]) => (level: (typeof LEVELS)[number]) =>
  acts.includes(ACTS[level]) ? [level] : [];

/** @throws PlatformError where an index blocks what is to be done with it */
export function refuseBlocked(name: string, stored: Pick<StoredIndex, 'settings'> | undefined, act: BlockedAct): void {
  const block = stored && blockOf(name, stored, act);
  if (block) throw block;
}
