import { IconClipboardList } from '@tabler/icons-react';
import { EmptyState } from '../../design/states.tsx';
import { ScreenLink } from '../../navigation.tsx';
import { BarePage } from '../../shell/bare-page.tsx';

/** The field area (RTE-03); forms and outbox come with a later version. */
export function FieldScreen() {
  return (
    <BarePage title="Field" narrow>
      <EmptyState
        icon={IconClipboardList}
        title="No forms on this device yet"
        action={<ScreenLink to="lapangan.taksiran">Assessment</ScreenLink>}
      >
        This version of Datasarana has no forms for the field.
      </EmptyState>
    </BarePage>
  );
}
