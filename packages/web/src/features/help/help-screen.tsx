import { EmptyState } from '../../design/index.ts';

export function HelpScreen() {
  return (
    <main>
      <h1 className="ds-hidden">Help</h1>
      <EmptyState title="Help">Articles.</EmptyState>
    </main>
  );
}
