import type { Area } from '@datasarana/schema';
import {
  type Icon,
  IconActivity,
  IconBook2,
  IconChartBar,
  IconChartDots,
  IconDatabase,
  IconDatabaseImport,
  IconDeviceMobile,
  IconFileSearch,
  IconHistory,
  IconHome,
  IconLayoutDashboard,
  IconLifebuoy,
  IconMapPinOff,
  IconPlugConnected,
  IconSchool,
  IconServer2,
  IconTableOptions,
  IconTopologyStar3,
  IconUpload,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react';
import type { ModuleName } from './modules.ts';

interface ScreenRow {
  /** Stable name (RTE-15): what `redirect` carries and what links are written with. */
  readonly name: string;
  /** Path as the router writes it, parameters as `$name`. */
  readonly path: string;
  readonly title: string;
  readonly icon: Icon;
  readonly module?: ModuleName;
  /** Reachable with no session (RTE-10). */
  readonly open?: true;
  /** Stands in the toolkit shell; the others draw their own page. */
  readonly bare?: true;
  /** Has a line of its own below its module in the drawer and in the palette. */
  readonly listed?: true;
  /** Wide tools start with the narrow drawer (design README §5). */
  readonly wide?: true;
  /** Open to whoever is in a group, too, whatever their roles: it shows them their own. */
  readonly ofGroups?: true;
  /** Row of the permission matrix the caller must be able to read (SCR-18); none = anyone signed in. */
  readonly area?: Area;
}

const rows = [
  {
    name: 'login',
    path: '/login',
    title: 'Sign in',
    icon: IconUserCircle,
    open: true,
    bare: true,
  },
  {
    name: 'lapangan',
    path: '/lapangan',
    title: 'Field',
    icon: IconDeviceMobile,
    bare: true,
  },
  {
    name: 'lapangan.taksiran',
    path: '/lapangan/taksiran',
    title: 'Assessment',
    icon: IconDeviceMobile,
    bare: true,
  },
  {
    name: 'error.location',
    path: '/error/location',
    title: 'Location not available',
    icon: IconMapPinOff,
    open: true,
    bare: true,
  },
  { name: 'docs', path: '/docs', title: 'Help', icon: IconBook2, open: true, bare: true },
  { name: 'docs.article', path: '/docs/$', title: 'Help', icon: IconBook2, open: true, bare: true },
  {
    name: 'toolkit.home',
    path: '/toolkit/home',
    title: 'Overview',
    icon: IconHome,
    module: 'home',
    listed: true,
  },
  {
    name: 'toolkit.account',
    path: '/toolkit/account',
    title: 'My account',
    icon: IconUserCircle,
  },
  {
    name: 'toolkit.tenant',
    path: '/toolkit/tenant',
    title: 'Users',
    icon: IconUsers,
    module: 'tenant',
    listed: true,
    area: 'tenant people',
  },
  {
    name: 'toolkit.tenant.groups',
    path: '/toolkit/tenant/groups',
    title: 'Groups',
    icon: IconUsersGroup,
    module: 'tenant',
    listed: true,
    ofGroups: true,
    area: 'tenant people',
  },
  {
    name: 'toolkit.dev',
    path: '/toolkit/dev',
    title: 'Templates',
    icon: IconTableOptions,
    module: 'dev',
    listed: true,
    area: 'templates',
  },
  {
    name: 'toolkit.dev.template',
    path: '/toolkit/dev/templates/$id',
    title: 'Template',
    icon: IconTableOptions,
    module: 'dev',
    wide: true,
    area: 'templates',
  },
  {
    name: 'toolkit.analytic',
    path: '/toolkit/analytic',
    title: 'Analytics',
    icon: IconChartDots,
    module: 'analytic',
    wide: true,
    area: 'data read',
  },
  {
    name: 'toolkit.analytic.discover',
    path: '/toolkit/analytic/discover',
    title: 'Discover',
    icon: IconFileSearch,
    module: 'analytic',
    listed: true,
    wide: true,
    area: 'data read',
  },
  {
    name: 'toolkit.analytic.views',
    path: '/toolkit/analytic/views',
    title: 'Views',
    icon: IconChartBar,
    module: 'analytic',
    listed: true,
    area: 'views',
  },
  {
    name: 'toolkit.analytic.view',
    path: '/toolkit/analytic/views/$id',
    title: 'View',
    icon: IconChartBar,
    module: 'analytic',
    wide: true,
    area: 'views',
  },
  {
    name: 'toolkit.analytic.workspaces',
    path: '/toolkit/analytic/workspaces',
    title: 'Workspaces',
    icon: IconLayoutDashboard,
    module: 'analytic',
    listed: true,
    area: 'views',
  },
  {
    name: 'toolkit.analytic.workspace',
    path: '/toolkit/analytic/workspaces/$id',
    title: 'Workspace',
    icon: IconLayoutDashboard,
    module: 'analytic',
    wide: true,
    area: 'views',
  },
  {
    name: 'toolkit.curation',
    path: '/toolkit/curation',
    title: 'Imports',
    icon: IconDatabaseImport,
    module: 'curation',
    listed: true,
    area: 'data read',
  },
  {
    name: 'toolkit.curation.import',
    path: '/toolkit/curation/import',
    title: 'Import data',
    icon: IconUpload,
    module: 'curation',
    wide: true,
    area: 'data write',
  },
  {
    name: 'toolkit.curation.batch',
    path: '/toolkit/curation/batch/$id',
    title: 'Import',
    icon: IconDatabaseImport,
    module: 'curation',
    area: 'data read',
  },
  {
    name: 'toolkit.curation.sources',
    path: '/toolkit/curation/sources',
    title: 'Sources',
    icon: IconDatabase,
    module: 'curation',
    listed: true,
    area: 'sources',
  },
  {
    name: 'toolkit.curation.source',
    path: '/toolkit/curation/sources/$id',
    title: 'Source',
    icon: IconDatabase,
    module: 'curation',
    area: 'sources',
  },
  {
    name: 'toolkit.public',
    path: '/toolkit/public',
    title: 'Public site',
    icon: IconWorld,
    open: true,
    bare: true,
  },
  {
    name: 'toolkit.docs',
    path: '/toolkit/docs',
    title: 'Articles',
    icon: IconLifebuoy,
    module: 'docs',
    listed: true,
  },
  { name: 'toolkit.cluster', path: '/toolkit/cluster', title: 'Clusters', icon: IconTopologyStar3, module: 'cluster' },
  { name: 'toolkit.infra', path: '/toolkit/infra', title: 'Infrastructure', icon: IconServer2, module: 'infra' },
  {
    name: 'toolkit.observability',
    path: '/toolkit/observability',
    title: 'Observability',
    icon: IconActivity,
    module: 'observability',
  },
  {
    name: 'toolkit.observability.ingestors',
    path: '/toolkit/observability/ingestors',
    title: 'Ingestors',
    icon: IconPlugConnected,
    module: 'observability',
    listed: true,
    area: 'ingestor tasks',
  },
  {
    name: 'toolkit.observability.ingestor',
    path: '/toolkit/observability/ingestors/$id',
    title: 'Ingestor',
    icon: IconPlugConnected,
    module: 'observability',
    area: 'ingestor tasks',
  },
  {
    name: 'toolkit.observability.audit',
    path: '/toolkit/observability/audit',
    title: 'Audit trail',
    icon: IconHistory,
    module: 'observability',
    listed: true,
    area: 'observability',
  },
  {
    name: 'toolkit.observability.task',
    path: '/toolkit/observability/ingestors/$id/task',
    title: 'Task',
    icon: IconPlugConnected,
    module: 'observability',
    area: 'ingestor tasks',
    wide: true,
  },
  { name: 'toolkit.nlp', path: '/toolkit/nlp', title: 'Assisted learning', icon: IconSchool, module: 'nlp' },
  { name: 'toolkit.mobile', path: '/toolkit/mobile', title: 'Mobile', icon: IconDeviceMobile, module: 'mobile' },
] as const satisfies readonly ScreenRow[];

export type ScreenName = (typeof rows)[number]['name'];

export interface Screen extends ScreenRow {
  readonly name: ScreenName;
}

/** Every screen of the application: the ONE place that knows names and paths; screen-modules.ts holds their code. */
export const screens: readonly Screen[] = rows;

/** The default module (RTE-09). */
export const defaultScreen: ScreenName = 'toolkit.tenant';

const byName: ReadonlyMap<string, Screen> = new Map(screens.map((screen) => [screen.name, screen]));

/** The screen of a route name; undefined for anything the table does not hold, so a foreign `redirect` finds nothing. */
export const screenNamed = (name: string): Screen | undefined => byName.get(name);

/** Fills the parameters of a screen's path. Throws on an unknown name: a link to nowhere is a defect. */
export const pathOf = (name: ScreenName, parameters: Readonly<Record<string, string>> = {}): string => {
  const screen = byName.get(name);
  if (!screen) throw new Error(`No screen is named "${name}". Names stand in routes.ts.`);
  return screen.path.replace(/\$(\w*)/g, (_, key: string) =>
    key === '' ? (parameters._splat ?? '') : encodeURIComponent(parameters[key] ?? ''),
  );
};

/** The screens that a module lists in the drawer. */
export const screensOf = (module: ModuleName): readonly Screen[] =>
  screens.filter((screen) => screen.module === module && screen.listed);
