import type { ComponentType } from 'react';
import type { ScreenName } from './routes.ts';

type Load = () => Promise<ComponentType>;

const moduleScreen: Load = () => import('./features/modules/module-screen.tsx').then((m) => m.ModuleScreen);
const help: Load = () => import('./features/help/help-screen.tsx').then((m) => m.HelpScreen);
const discover: Load = () => import('./features/discover/discover-screen.tsx').then((m) => m.DiscoverScreen);

/** The code of each screen, one lazily loaded chunk per file. Only the router reads this. */
export const screenModules: Readonly<Record<ScreenName, Load>> = {
  login: () => import('./features/login/login-screen.tsx').then((m) => m.LoginScreen),
  lapangan: () => import('./features/field/field-screen.tsx').then((m) => m.FieldScreen),
  'lapangan.taksiran': () => import('./features/field/assessment-screen.tsx').then((m) => m.AssessmentScreen),
  'error.location': () => import('./features/field/location-error-screen.tsx').then((m) => m.LocationErrorScreen),
  docs: help,
  'docs.article': help,
  'toolkit.home': () => import('./features/home/home-screen.tsx').then((m) => m.HomeScreen),
  'toolkit.account': () => import('./features/account/account-screen.tsx').then((m) => m.AccountScreen),
  'toolkit.tenant': () => import('./features/tenant/users-screen.tsx').then((m) => m.UsersScreen),
  'toolkit.tenant.groups': () => import('./features/groups/groups-screen.tsx').then((m) => m.GroupsScreen),
  'toolkit.dev': () => import('./features/templates/templates-screen.tsx').then((m) => m.TemplatesScreen),
  'toolkit.dev.template': () =>
    import('./features/templates/template-editor-screen.tsx').then((m) => m.TemplateEditorScreen),
  'toolkit.analytic': discover,
  'toolkit.analytic.discover': discover,
  'toolkit.analytic.views': () => import('./features/views/views-screen.tsx').then((m) => m.ViewsScreen),
  'toolkit.analytic.view': () => import('./features/views/view-designer-screen.tsx').then((m) => m.ViewDesignerScreen),
  'toolkit.analytic.workspaces': () =>
    import('./features/workspaces/workspaces-screen.tsx').then((m) => m.WorkspacesScreen),
  'toolkit.analytic.workspace': () =>
    import('./features/workspaces/workspace-screen.tsx').then((m) => m.WorkspaceScreen),
  'toolkit.curation': () => import('./features/imports/imports-screen.tsx').then((m) => m.ImportsScreen),
  'toolkit.curation.import': () =>
    import('./features/imports/import-wizard-screen.tsx').then((m) => m.ImportWizardScreen),
  'toolkit.curation.batch': () => import('./features/imports/batch-screen.tsx').then((m) => m.BatchScreen),
  'toolkit.curation.source': () => import('./features/sources/source-screen.tsx').then((m) => m.SourceScreen),
  'toolkit.curation.sources': () => import('./features/sources/sources-screen.tsx').then((m) => m.SourcesScreen),
  'toolkit.public': () => import('./features/public/public-screen.tsx').then((m) => m.PublicScreen),
  'toolkit.docs': () => import('./features/help/toolkit-help-screen.tsx').then((m) => m.ToolkitHelpScreen),
  'toolkit.cluster': moduleScreen,
  'toolkit.infra': moduleScreen,
  'toolkit.observability': moduleScreen,
  'toolkit.observability.ingestors': () =>
    import('./features/ingestors/ingestors-screen.tsx').then((m) => m.IngestorsScreen),
  'toolkit.observability.task': () => import('./features/ingestors/task/task-screen.tsx').then((m) => m.TaskScreen),
  'toolkit.observability.ingestor': () =>
    import('./features/ingestors/ingestor-screen.tsx').then((m) => m.IngestorScreen),
  'toolkit.observability.audit': () => import('./features/observability/audit-screen.tsx').then((m) => m.AuditScreen),
  'toolkit.nlp': moduleScreen,
  'toolkit.mobile': moduleScreen,
};
