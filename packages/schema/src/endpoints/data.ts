import { endpointsOf } from './rows.ts';

const read = endpointsOf('Data Management', 'data read');
const write = endpointsOf('Data Management', 'data write');

/** Data records, imports and their batches (API-29…32, STR-01…03). */
export const DATA_ENDPOINTS = [
  read('data.get', 'GET', '/data/user', 'read', 'One data record'),
  write('data.put', 'PUT', '/data/user', 'add', 'Add or replace one data record'),
  read('data.search', 'POST', '/data/user', 'read', 'Search and aggregate data records'),
  write('data.delete', 'DELETE', '/data/user', 'remove', 'Delete one data record', {
    aliases: ['/data/user/:id'],
  }),
  write('data.history', 'GET', '/data/user/history', 'read', 'Earlier states of a data record'),
  write('data.removed', 'GET', '/data/user/removed', 'read', 'Data records that were removed one by one'),
  write('data.restore', 'POST', '/data/user/restore', 'change', 'Bring back an earlier state of a data record'),
  read(
    'data.bulk',
    'POST',
    '/data/user/bulk',
    'read',
    'Download all matches as csv, xlsx, ndjson, json, geojson or parquet',
  ),
  write('data.csv', 'POST', '/data/csv', 'add', 'Import CSV'),
  write('data.file', 'POST', '/data/file', 'add', 'Import a file of any format, told by its content'),
  write('data.generic', 'POST', '/data/generic', 'add', 'Keep a file as it is; its metadata is the record'),
  read('data.generic.list', 'GET', '/data/generic', 'read', 'Files a record stands for'),
  read('data.generic.get', 'GET', '/data/generic/content', 'read', 'The file of a record, to be saved'),
  write('data.feature', 'POST', '/feature/data', 'add', 'Import newline-delimited features or records'),

  read('data.changes', 'GET', '/data/changes', 'read', 'Templates whose records changed since, waited for', {
    area: 'real-time topics',
  }),

  write('batch.search', 'POST', '/data/batch', 'read', 'Batches of a template'),
  write('batch.get', 'GET', '/data/batch/:id', 'read', 'Ledger of one batch'),
  write('batch.dry_run', 'GET', '/data/dry-run/:id', 'read', 'How far a dry run of the caller is, by its request_id'),
  write('batch.rejected', 'GET', '/data/batch/:id/rejected', 'read', 'Rejected rows with a reason per cell'),
  write('batch.causes', 'GET', '/data/batch/:id/causes', 'read', 'Why rows are still rejected, with counts'),
  write('batch.replay', 'POST', '/data/batch/:id/replay', 'change', 'Send mended rows of a batch again'),
  write('batch.undo', 'POST', '/data/batch/:id/undo', 'change', 'Undo a batch'),
  write('batch.original', 'GET', '/data/batch/:id/original', 'read', 'The file as it was received'),
  write('batch.cancel', 'POST', '/data/batch/:id/cancel', 'change', 'Cancel a running batch'),
] as const;
