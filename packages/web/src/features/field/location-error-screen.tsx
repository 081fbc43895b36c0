import { EmptyState } from '../../design/index.ts';

export function LocationErrorScreen() {
  return (
    <main>
      <h1 className="ds-hidden">Location not available</h1>
      <EmptyState title="Location not available">The device did not give its location.</EmptyState>
    </main>
  );
}
