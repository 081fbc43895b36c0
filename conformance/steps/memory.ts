import type { Answer } from '../calls/server.ts';
import { isList, isObject, type Json } from '../suite/exact-json.ts';
import { valueAt } from './values.ts';

/** What a case knows while it runs: the last answer, and values it has put aside under names. */
export class Memory {
  answer: Answer | null = null;
  readonly #kept: Record<string, Json> = {};

  keep(name: string, value: Json | undefined): void {
    this.#kept[name] = value ?? null;
  }

  isKept(text: string): boolean {
    return text.startsWith('$') || /\$\{[^}]+\}/.test(text);
  }

  #named(name: string): Json {
    const value = valueAt(this.#kept, name);
    if (value === undefined) throw new Error(`nothing was kept as ${name}`);
    return value;
  }

  /** What a text with `$name` or `${name}` in it stands for. */
  resolve(text: string): Json {
    if (!this.isKept(text)) return text;
    if (text.startsWith('$') && !text.startsWith('${')) return this.#named(text.slice(1));
    return text.replace(/\$\{([^}]+)\}/g, (_, name: string) => String(this.#named(name)));
  }

  /** A value with all its kept names filled in, in keys too. */
  fill(value: Json): Json {
    if (typeof value === 'string') return this.resolve(value);
    if (isList(value)) return value.map((each) => this.fill(each));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [String(this.resolve(name)), this.fill(each ?? null)]),
    );
  }

  /** The part of the last answer that a field means; an empty name means all of it. */
  actual(field: string): Json | undefined {
    if (this.isKept(field)) return this.resolve(field);
    const { answer } = this;
    if (answer === null) return undefined;
    if (answer.json === undefined) {
      if (field === '') return answer.method === 'HEAD' ? answer.status < 400 : undefined;
      return field === '$body' ? answer.text : undefined;
    }
    return valueAt(answer.json, field, (step) => String(this.resolve(step)));
  }
}
