import { EmptyState } from '../../design/index.ts';

export function FieldScreen() {
  return (
    <main>
      <h1 className="ds-hidden">Field</h1>
      <EmptyState title="Field">Forms for the field come with a later version.</EmptyState>
    </main>
  );
}
