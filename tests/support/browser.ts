import { type Browser, chromium } from 'playwright-core';
import { browserFlags, findBrowser } from '#tools/find-browser.mjs';

let shared: Promise<Browser> | undefined;

/** The browser of this process, shared by all its test files. Each visitor has a context of its own. It ends with the process. */
export async function sharedBrowser(): Promise<Browser> {
  const running = await shared;
  if (running?.isConnected()) return running;
  shared = launchBrowser();
  return await shared;
}

/** Starts the Chromium of this machine without a window. Close it in `afterAll`. */
export async function launchBrowser({ flags = [] }: { flags?: readonly string[] } = {}): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined)
    throw new Error('no Chromium was found: name its program in CHROMIUM, or run npm test, which says what to install');
  return await chromium.launch({ executablePath, headless: true, args: [...browserFlags, ...flags] });
}
