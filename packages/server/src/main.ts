import { enableCompileCache } from 'node:module';
import path from 'node:path';

// stripping and compiling some two thousand modules is half of a start; what was compiled once is kept
enableCompileCache(path.join(import.meta.dirname, '../../../node_modules/.cache/compiled'));
await import('./run.ts');
