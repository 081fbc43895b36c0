import { indexesOf, infosNamed, type OsCall } from '../call.ts';
import { illegal, incomplete } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';

const BLOCKS = ['write', 'read', 'read_only', 'metadata'];

/** Blocks what is done with indexes; those that block it already are not told of. */
async function addBlock(call: OsCall) {
  const { block = '' } = call.params;
  if (block === 'read_only_allow_delete') throw incomplete('read_only_allow_delete block is for internal use only');
  if (!BLOCKS.includes(block)) throw illegal(`No block found with name ${block}`);
  const setting = `index.blocks.${block}`;
  const names = await indexesOf(call, { expand: ['open', 'closed'], streams: false });
  const open = (await infosNamed(call, names)).filter(({ settings }) => settings[setting] !== 'true');
  for (const { name } of open) await call.documents.putSettings(name, { [setting]: true });
  return {
    acknowledged: true,
    shards_acknowledged: open.length > 0,
    indices: open.map(({ name }) => ({ name, blocked: true })),
  };
}

export const blockRoutes: readonly OsRoute[] = [os('PUT', 'manage', '/:index/_block/:block', addBlock)];
