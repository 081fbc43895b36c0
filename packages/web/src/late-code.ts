import { platformAnswers } from './shell/chunk-limit.ts';

/** Time between two looks for a platform that is away. */
const AGAIN_MS = 1000;

const pause = (): Promise<void> => new Promise((done) => setTimeout(done, AGAIN_MS));

/**
 * Asks for code until the platform answers. @throws what `load` does once it answers: code that is gone, as after an upgrade, or
 * that the browser asks for no more since it failed before
 */
export async function fetched<T>(load: () => Promise<T>, answers = platformAnswers, wait = pause): Promise<T> {
  for (let isUp = false; ; isUp = await answers()) {
    try {
      return await load();
    } catch (error) {
      if (isUp) throw error;
    }
    await wait();
  }
}

/** Whether code did not arrive, as the browsers say it. */
export const isMissingCode = (error: unknown): boolean =>
  /dynamically imported module|Importing a module/.test(String(error));
