import type { Page } from 'playwright-core';

/** The window of the simulated channel, as the person in front of it uses it. Its texts follow the language of the browser. */
export interface ChannelWindow {
  /** Errors of the page and what its content security policy refused. */
  faults: string[];
  /** Agrees as this person, without the given scopes. The window closes itself. */
  grant(person: string, options?: { without?: readonly string[] }): Promise<void>;
  /** Declines. The window closes itself. */
  decline(): Promise<void>;
  /** Closes the window without an answer. */
  close(): Promise<void>;
}

/** Performs the action that opens the window and waits until it is shown. */
export async function openChannelWindow(page: Page, open: () => Promise<void>): Promise<ChannelWindow> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), open()]);
  const faults: string[] = [];
  popup.on('pageerror', (error) => faults.push(error.message));
  popup.on('console', (message) => {
    if (/content security policy/i.test(message.text())) faults.push(message.text());
  });
  const answer = async (word: RegExp) => {
    await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: word }).click()]);
  };
  await popup.getByRole('button', { name: /^(授权|Authorise)$/ }).waitFor();
  return {
    faults,
    grant: async (person, { without = [] } = {}) => {
      await fillIn(popup, person, without);
      await answer(/^(授权|Authorise)$/);
    },
    decline: () => answer(/^(取消|Cancel)$/),
    close: () => popup.close(),
  };
}

async function fillIn(popup: Page, person: string, without: readonly string[]): Promise<void> {
  await popup.getByRole('radio', { name: person }).check();
  for (const scope of without) await popup.getByRole('checkbox', { name: scope }).uncheck();
}

/** Agrees on the page that a link sent to somebody opens, and waits for the page of the console that follows. */
export async function grantByLink(page: Page, person: string): Promise<void> {
  await fillIn(page, person, []);
  await page.getByRole('button', { name: /^(授权|Authorise)$/ }).click();
  await page.waitForURL('**/auth-callback/**');
}
