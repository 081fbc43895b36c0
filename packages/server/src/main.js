import { enableCompileCache } from 'node:module';
import path from 'node:path';

// Stripping and compiling some two thousand modules is half of a start; what was compiled once is kept. This file is JavaScript
// because a first module with types would have the stripper loaded.
enableCompileCache(path.join(import.meta.dirname, '../../../node_modules/.cache/compiled'));
await import('./run.ts');
