import type { TaskForm } from './task-form.ts';
import type { LookState } from './use-look.ts';

/** What every part of the place of a task is given. */
export interface PlaceFieldsProps {
  readonly form: TaskForm;
  readonly state: LookState;
  readonly errors: Readonly<Record<string, string>>;
  readonly set: (change: Partial<TaskForm>) => void;
  /** Asks the ingestor what the place leads to, with what was just chosen. */
  readonly onLook: (change?: Partial<TaskForm>) => void;
}
