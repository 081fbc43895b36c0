import { IconChecklist } from '@tabler/icons-react';
import { EmptyState } from '../../design/states.tsx';
import { ScreenLink } from '../../navigation.tsx';
import { BarePage } from '../../shell/bare-page.tsx';

/** The assessment page of the field area (RTE-04). */
export function AssessmentScreen() {
  return (
    <BarePage title="Assessment" narrow>
      <EmptyState
        icon={IconChecklist}
        title="No assessment to make"
        action={<ScreenLink to="lapangan">Back to the field area</ScreenLink>}
      >
        This version of Datasarana has no assessments.
      </EmptyState>
    </BarePage>
  );
}
