import { endpointsOf } from './rows.ts';

const source = endpointsOf('Schema Management', 'sources');
const outbound = endpointsOf('Platform', 'cluster tenants and users');

/** Sources, their converters, the database and REST helpers, and what the platform may call (API-81…84, SRC-15, SEC-07). */
export const SOURCE_ENDPOINTS = [
  source('source.save', 'PUT', '/schema/source', 'add', 'Add or change a source'),
  source('source.get', 'GET', '/schema/source/:id', 'read', 'One source, secrets masked'),
  source('source.search', 'POST', '/schema/source', 'read', 'Search sources', { aliases: ['/schema/source/search'] }),
  source('source.delete', 'DELETE', '/schema/source/:id', 'remove', 'Remove a source'),
  source('source.remove', 'POST', '/schema/source/delete', 'remove', 'Remove sources'),
  source('source.converter.save', 'PUT', '/schema/source/converter', 'add', 'Keep a converter, or preview its rows'),
  source('source.converter.get', 'GET', '/schema/source/converter/:id', 'read', 'One converter'),
  source(
    'source.converter.search',
    'POST',
    '/schema/source/converter',
    'read',
    'Converters, also by the columns of a file',
  ),
  source('source.converter.delete', 'DELETE', '/schema/source/converter/:id', 'remove', 'Remove a converter'),
  source('source.schedule.save', 'PUT', '/schema/source/schedule', 'add', 'Let a replica follow its origin by itself'),
  source('source.schedule.get', 'GET', '/schema/source/schedule/:id', 'read', 'When a source runs by itself'),
  source('source.schedule.stop', 'DELETE', '/schema/source/schedule/:id', 'add', 'Let a source not run by itself'),
  source(
    'source.schedule.anew',
    'PATCH',
    '/schema/source/schedule/:id',
    'add',
    'Let its next run read everything anew',
  ),
  source('source.run', 'POST', '/data/source', 'add', 'Import the rows of a source into a template'),

  source('db.mysql.database', 'POST', '/db/mysql/database', 'read', 'Databases of a MySQL-compatible server', {
    aliases: ['/schema/db/mysql/database'],
  }),
  source('db.mysql.table', 'POST', '/db/mysql/table', 'read', 'Tables of a database', {
    aliases: ['/schema/db/mysql/table'],
  }),
  source('db.mysql.column', 'POST', '/db/mysql/column', 'read', 'Columns of a table', {
    aliases: ['/schema/db/mysql/column'],
  }),
  source('db.mysql.query', 'POST', '/db/mysql/query', 'read', 'First rows of one read-only statement', {
    aliases: ['/schema/db/mysql/query'],
  }),
  source('db.sqlserver.database', 'POST', '/db/sqlserver/database', 'read', 'Databases of a SQL Server'),
  source('db.sqlserver.table', 'POST', '/db/sqlserver/table', 'read', 'Tables of a database'),
  source('db.sqlserver.column', 'POST', '/db/sqlserver/column', 'read', 'Columns of a table'),
  source('db.sqlserver.query', 'POST', '/db/sqlserver/query', 'read', 'First rows of one read-only statement'),
  source('platform.template', 'POST', '/schema/platform/template', 'read', 'Templates of another platform'),
  source('platform.field', 'POST', '/schema/platform/field', 'read', 'Fields of a template of another platform'),
  source('rest.request', 'POST', '/schema/rest/request', 'read', 'Try the request of a REST source', {
    area: 'rest helper',
  }),

  outbound(
    'cluster.outbound.get',
    'GET',
    '/cluster/outbound',
    'read',
    'Addresses inside the network that may be called',
  ),
  outbound('cluster.outbound.change', 'PATCH', '/cluster/outbound', 'change', 'Change which of them may be called'),
] as const;
