import { EmptyState } from '../../design/index.ts';

export function AssessmentScreen() {
  return (
    <main>
      <h1 className="ds-hidden">Assessment</h1>
      <EmptyState title="Assessment">Assessments come with a later version.</EmptyState>
    </main>
  );
}
