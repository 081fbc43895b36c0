#!/usr/bin/env -S node --max-semi-space-size=1
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';

/**
 * Makes the allocator of Linux give freed memory back: left alone it keeps a heap per thread, and tens of megabytes free in each.
 * It reads this only when a process begins, so that the process begins once more, in its own place.
 */
const FRUGAL = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' };
if (process.platform === 'linux' && process.execve && process.env.MALLOC_TRIM_THRESHOLD_ === undefined) {
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...process.env, ...FRUGAL });
}

// garbage of a busy hour is collected before the heap grows for it
setFlagsFromString('--optimize-for-size');
// what was compiled once is not compiled again: a service at rest holds a quarter less memory; where Node keeps it by itself others may write
enableCompileCache(path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'datasarana', 'compiled'));
await import('./run.ts');
