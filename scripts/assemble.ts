import { glob, readFile, writeFile } from 'node:fs/promises';
import wabt from 'wabt';

/**
 * `node scripts/assemble.ts`: makes of each .wat of the packages the .wasm beside it. Both are kept, so that whoever runs the platform needs
 * no assembler, and `npm run check` compares them.
 */
async function* assembled(): AsyncGenerator<{ readonly file: string; readonly bytes: Uint8Array }> {
  const { parseWat } = await wabt();
  for await (const source of glob('packages/*/src/**/*.wat')) {
    const parsed = parseWat(source, await readFile(source, 'utf8'), { simd: true });
    yield { file: source.replace(/\.wat$/, '.wasm'), bytes: parsed.toBinary({}).buffer };
    parsed.destroy();
  }
}

/** Names each .wasm that is not what the text beside it says. */
export async function checkAssembled(): Promise<readonly string[]> {
  const faults: string[] = [];
  for await (const { file, bytes } of assembled()) {
    const kept = await readFile(file).catch(() => null);
    if (!kept?.equals(bytes)) faults.push(`${file} is not what its .wat says. Run node scripts/assemble.ts.`);
  }
  return faults;
}

if (import.meta.main) for await (const { file, bytes } of assembled()) await writeFile(file, bytes);
