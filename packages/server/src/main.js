import { enableCompileCache } from 'node:module';
import path from 'node:path';

// Stripping and compiling its modules, or reading those that were joined, is much of a start; what was compiled once is kept. This file is JavaScript
// because a first module with types would have the stripper loaded.
const folder = path.join(import.meta.dirname, '../../../node_modules/.cache/compiled');
enableCompileCache(folder);
// a thread takes from its environment where that is, else it loads a stripper of its own
process.env.NODE_COMPILE_CACHE ??= folder;
await import('./run.ts');
