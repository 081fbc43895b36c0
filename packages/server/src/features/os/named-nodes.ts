import { list, type OsCall } from './call.ts';

/** Name of the one node. */
export const NODE = 'datasarana-0';

/** Names, addresses and stand-ins of the one node. */
const FILTERS = ['_all', '_local', '_cluster_manager', '_master', '*', NODE, '127.0.0.1'];

/** Whether the names in an address mean the one node; `cluster_manager:true` and the like do. */
export function isMeant({ services }: OsCall, named: string | undefined): boolean {
  const names = list(named);
  if (names.length === 0) return true;
  return names.some(
    (name) =>
      name === services.config.clusterId ||
      FILTERS.includes(name) ||
      /^(?:data|ingest|master|cluster_manager):true$/.test(name),
  );
}
