import { type Browser, chromium } from 'playwright-core';
import { browserFlags, findBrowser } from '#tools/find-browser.mjs';

/** Starts the Chromium of this machine, headless. Close it in `afterAll`. */
export async function launchBrowser({ flags = [] }: { flags?: readonly string[] } = {}): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined)
    throw new Error('no Chromium was found: name its program in CHROMIUM, or run npm test, which says what to install');
  return await chromium.launch({ executablePath, headless: true, args: [...browserFlags, ...flags] });
}
