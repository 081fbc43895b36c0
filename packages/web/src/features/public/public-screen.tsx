import { EmptyState } from '../../design/index.ts';

export function PublicScreen() {
  return (
    <main>
      <h1 className="ds-hidden">Public site</h1>
      <EmptyState title="Public site">Nothing is published yet.</EmptyState>
    </main>
  );
}
