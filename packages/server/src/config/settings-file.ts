import { readFileSync } from 'node:fs';

/** What a settings file says, each value as the environment would hold it; what is wrong with it goes to `faults`. */
export function settingsFile(file: string | undefined, faults: string[]): Readonly<Record<string, string>> {
  if (!file) return {};
  const text = textOf(file, faults);
  const read = text === null ? null : objectIn(file, text, faults);
  const said: Record<string, string> = {};
  for (const [name, value] of Object.entries(read ?? {})) {
    if (isValue(value)) said[name] = String(value);
    else faults.push(`${name} in ${file} is ${JSON.stringify(value)}, it must be a text, a number or a list of texts`);
  }
  return said;
}

function textOf(file: string, faults: string[]): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    faults.push(
      `DATASARANA_SETTINGS names ${file}, which ${code === 'ENOENT' ? 'does not exist' : `cannot be read: ${message}`}`,
    );
    return null;
  }
}

function objectIn(file: string, text: string, faults: string[]): object | null {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read;
    faults.push(`${file} must hold a JSON object, as {"DATASARANA_PORT": 8090}`);
  } catch (error) {
    faults.push(`${file} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  return null;
}

const isValue = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.every((entry) => typeof entry === 'string')
    : typeof value === 'string' || typeof value === 'number';
