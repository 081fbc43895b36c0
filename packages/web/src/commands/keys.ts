import type { Command } from './command.ts';

interface Stroke {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Time in ms in which the second key of a sequence must follow. */
export const sequenceSpan = 1000;

/** Finds the command of key strokes; holds the first key of a sequence such as `g h`. */
export class KeyMatcher {
  private readonly commands: readonly Command[];
  private pending: { readonly key: string; readonly at: number } | undefined;

  constructor(commands: readonly Command[]) {
    this.commands = commands;
  }

  match(stroke: Stroke, inField: boolean, now: number): Command | undefined {
    const key = stroke.key.toLowerCase();
    const modified = stroke.ctrlKey || stroke.metaKey;
    if (stroke.altKey) return undefined;
    if (modified)
      return this.commands.find((command) => command.shortcut === `mod+${key}` && (!inField || command.inFields));
    if (inField) return undefined;
    const held = this.pending && now - this.pending.at < sequenceSpan ? this.pending.key : undefined;
    this.pending = undefined;
    if (held !== undefined) return this.commands.find(({ shortcut }) => shortcut === `${held} ${key}`);
    if (this.commands.some(({ shortcut }) => shortcut?.startsWith(`${key} `))) this.pending = { key, at: now };
    return this.commands.find(({ shortcut }) => shortcut === key);
  }
}
