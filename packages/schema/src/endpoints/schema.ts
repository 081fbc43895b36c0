import { endpointsOf } from './rows.ts';

const project = endpointsOf('Schema Management', 'templates');
const template = endpointsOf('Schema Management', 'templates');
const exported = endpointsOf('Schema Management', 'schema export');
const command = endpointsOf('Schema Management', 'index and stream commands');

/** Data projects, templates with all their sub paths, and system schemas (API-66…80, API-85). */
export const SCHEMA_ENDPOINTS = [
  project('project.get', 'GET', '/schema/data/project/:id', 'read', 'One data project'),
  project('project.add', 'PUT', '/schema/data/project', 'add', 'Add a data project'),
  project('project.change', 'PATCH', '/schema/data/project', 'change', 'Change a data project', {
    aliases: ['/schema/data/project/:id'],
  }),
  project('project.search', 'POST', '/schema/data/project', 'read', 'Search data projects', {
    aliases: ['/schema/data/project/search'],
  }),
  project('project.delete', 'DELETE', '/schema/data/project/:id', 'remove', 'Remove a data project'),
  project('project.remove', 'POST', '/schema/data/project/delete', 'remove', 'Remove data projects'),
  project('project.count', 'GET', '/schema/data/project/count', 'read', 'Count data projects'),
  project('project.template.search', 'POST', '/schema/data/project/template', 'read', 'Templates of a project', {
    aliases: ['/schema/data/project/template/search'],
  }),
  project('project.template.add', 'PUT', '/schema/data/project/template', 'change', 'Add templates to a project'),
  project(
    'project.template.remove',
    'POST',
    '/schema/data/project/template/delete',
    'change',
    'Remove templates from a project',
  ),
  project('project.owner.get', 'GET', '/schema/data/project/owner', 'read', 'Owner of a project'),
  project('project.owner.change', 'PATCH', '/schema/data/project/owner', 'change', 'Hand a project over'),

  template('template.get', 'GET', '/schema/data/template/:id', 'read', 'One template'),
  template('template.add', 'PUT', '/schema/data/template', 'add', 'Add a template'),
  template('template.save', 'PATCH', '/schema/data/template', 'change', 'Save or deploy a template', {
    aliases: ['/schema/data/template/:id'],
    inGroup: true,
  }),
  template('template.search', 'POST', '/schema/data/template', 'read', 'Search templates', {
    aliases: ['/schema/data/template/search'],
  }),
  template('template.delete', 'DELETE', '/schema/data/template/:id', 'remove', 'Remove a template'),
  template('template.remove', 'POST', '/schema/data/template/delete', 'remove', 'Remove templates'),
  template('template.copy', 'PUT', '/schema/data/template/copy', 'add', 'Copy a template'),
  template('template.version.list', 'GET', '/schema/data/template/version', 'read', 'Saved versions, or one of them'),
  template('template.count', 'GET', '/schema/data/template/count', 'read', 'Count templates'),
  exported('template.schema', 'GET', '/schema/data/template/schema', 'read', 'Schema text as avro, proto, ds or jsons'),
  template('template.version.count', 'GET', '/schema/data/template/version/count', 'read', 'Count saved versions'),
  template('template.stats', 'GET', '/schema/data/template/stats', 'read', 'os-stats, os-health or kafka-stats', {
    area: 'index and stream statistics',
  }),
  template('template.overview', 'GET', '/schema/data/template/overview', 'read', 'Size and health of many templates', {
    area: 'index and stream statistics',
  }),

  command('template.index.create', 'PUT', '/schema/data/template/index', 'add', 'Create the search index'),
  command('template.index.execute', 'POST', '/schema/data/template/index', 'read', 'Execute an index command'),
  command('template.index.remove', 'DELETE', '/schema/data/template/index/:id', 'remove', 'Remove the search index'),
  command('template.index.rebuild', 'POST', '/schema/data/template/index/rebuild', 'change', 'Make the index anew'),
  command('template.index.rebuild.get', 'GET', '/schema/data/template/index/rebuild', 'read', 'How a rebuild stands'),
  command(
    'template.index.rebuild.cancel',
    'POST',
    '/schema/data/template/index/rebuild/cancel',
    'change',
    'Cancel a rebuild',
  ),
  command('template.archive.get', 'GET', '/schema/data/template/archive', 'read', 'What is archived of a template'),
  command(
    'template.archive.write',
    'POST',
    '/schema/data/template/archive',
    'change',
    'Archive what is not archived yet',
  ),
  command('template.stream.create', 'PUT', '/schema/data/template/stream', 'add', 'Create the stream of a template'),
  command('template.stream.read', 'POST', '/schema/data/template/stream', 'read', 'Read stored messages'),
  command(
    'template.stream.remove',
    'DELETE',
    '/schema/data/template/stream/:id',
    'remove',
    'Remove the stream of a template',
  ),
  command('template.stream.reset', 'POST', '/schema/data/template/stream/reset', 'change', 'Reset consumer offsets'),

  template(
    'template.configuration.get',
    'GET',
    '/schema/data/template/configuration',
    'read',
    'Configuration of a template',
  ),
  template(
    'template.configuration.change',
    'PATCH',
    '/schema/data/template/configuration',
    'change',
    'Change the configuration of a template',
  ),
  template('template.owner', 'GET', '/schema/data/template/owner', 'read', 'Owner of a template'),
  template('template.group', 'GET', '/schema/data/template/group', 'read', 'Groups a template is shared with'),
  template(
    'template.item.list',
    'GET',
    '/schema/data/template/item',
    'read',
    'Fields in order, system fields included',
  ),
  template('template.item.add', 'PUT', '/schema/data/template/item', 'change', 'Add one field', {
    inGroup: true,
  }),
  template('template.item.change', 'PATCH', '/schema/data/template/item', 'change', 'Change one field', {
    inGroup: true,
  }),
  template('template.item.remove', 'DELETE', '/schema/data/template/item', 'change', 'Remove one field', {
    inGroup: true,
  }),

  exported('schema.system', 'GET', '/schema/system', 'read', 'A system schema by name'),
] as const;
