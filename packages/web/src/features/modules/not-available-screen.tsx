import { IconClockPause } from '@tabler/icons-react';
import { EmptyState, Page, PageHeader, Panel } from '../../design/index.ts';
import { message } from '../../messages/index.ts';
import { ScreenLink, useCurrentScreen } from '../../navigation.tsx';

/** What a module of RTE-08 answers with while it has no screens. */
export function NotAvailableScreen() {
  const title = useCurrentScreen()?.title ?? 'This module';
  return (
    <Page>
      <PageHeader title={title} />
      <Panel label={title}>
        <EmptyState
          icon={IconClockPause}
          title={message('state.notAvailable', { module: title })}
          action={<ScreenLink to="toolkit.home">Go to the overview</ScreenLink>}
        >
          {message('state.notAvailableHint')}
        </EmptyState>
      </Panel>
    </Page>
  );
}
