export type Tone = 'primary' | 'secondary' | 'accent' | 'positive' | 'negative' | 'info' | 'warning' | 'neutral';

export interface TemplateStateSource {
  readonly deployed?: unknown;
  readonly version_minor?: unknown;
}

/** State of a template in its colours (TPL-19). */
export function templateState(template: TemplateStateSource): { tone: Tone; label: string } {
  if (template.deployed !== true) return { tone: 'accent', label: 'Not deployed' };
  return Number(template.version_minor ?? 0) > 0
    ? { tone: 'warning', label: 'Deployed, unsaved changes' }
    : { tone: 'positive', label: 'Deployed' };
}

/** Index health in its colours: green secondary, yellow accent, anything else negative (IDX-07). */
export function healthTone(status: unknown): Tone {
  if (status === 'green') return 'secondary';
  return status === 'yellow' ? 'accent' : 'negative';
}
