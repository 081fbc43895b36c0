import {
  type Icon,
  IconActivity,
  IconBuilding,
  IconChartDots,
  IconCode,
  IconDatabaseImport,
  IconDeviceMobile,
  IconHome,
  IconLifebuoy,
  IconSchool,
  IconServer2,
  IconTopologyStar3,
  IconWorld,
} from '@tabler/icons-react';

interface ModuleRow {
  readonly name: string;
  readonly title: string;
  readonly icon: Icon;
}

const rows = [
  { name: 'home', title: 'Home', icon: IconHome },
  { name: 'cluster', title: 'Clusters', icon: IconTopologyStar3 },
  { name: 'tenant', title: 'Tenant', icon: IconBuilding },
  { name: 'infra', title: 'Infrastructure', icon: IconServer2 },
  { name: 'observability', title: 'Observability', icon: IconActivity },
  { name: 'dev', title: 'Development', icon: IconCode },
  { name: 'analytic', title: 'Analytics', icon: IconChartDots },
  { name: 'curation', title: 'Curation', icon: IconDatabaseImport },
  { name: 'nlp', title: 'Assisted learning', icon: IconSchool },
  { name: 'public', title: 'Public site', icon: IconWorld },
  { name: 'mobile', title: 'Mobile', icon: IconDeviceMobile },
  { name: 'docs', title: 'Help', icon: IconLifebuoy },
] as const satisfies readonly ModuleRow[];

export type ModuleName = (typeof rows)[number]['name'];

export interface ToolkitModule extends ModuleRow {
  readonly name: ModuleName;
}

/** The twelve toolkit modules in drawer order (RTE-08). */
export const modules: readonly ToolkitModule[] = rows;
