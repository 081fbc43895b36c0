import { endpointsOf } from './rows.ts';

const record = endpointsOf('Platform', 'kind');

/** Kinds without a family of their own (API-88). */
export const RECORD_ENDPOINTS = [
  record('record.get', 'GET', '/record/:kind/:id', 'read', 'One record'),
  record('record.add', 'PUT', '/record/:kind', 'add', 'Add a record'),
  record('record.change', 'PATCH', '/record/:kind', 'change', 'Change a record', {
    aliases: ['/record/:kind/:id'],
    inGroup: true,
  }),
  record('record.search', 'POST', '/record/:kind', 'read', 'Search records', { aliases: ['/record/:kind/search'] }),
  record('record.delete', 'DELETE', '/record/:kind/:id', 'remove', 'Delete a record'),
  record('record.remove', 'POST', '/record/:kind/delete', 'remove', 'Remove records'),
  record('record.restore', 'POST', '/record/:kind/:id/restore', 'remove', 'Restore a removed record'),
  record('record.count', 'GET', '/record/:kind/count', 'read', 'Count records'),
  record('record.history', 'GET', '/record/:kind/:id/history', 'read', 'Changes of a record, newest first'),
  record('record.sharing', 'GET', '/record/:kind/:id/sharing', 'change', 'Who sees a view or workspace'),
  record('record.share', 'PUT', '/record/:kind/:id/sharing', 'change', 'Share a view or workspace, or no longer'),
] as const;
