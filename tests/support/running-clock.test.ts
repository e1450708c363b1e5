import { afterEach, expect, it, vi } from 'vitest';
import { launchBrowser } from './browser.ts';
import { keepTime, runningClock, TEST_START } from './running-clock.ts';

const DAY = 86_400_000;

afterEach(() => {
  vi.useRealTimers();
});

it.each(['2026-11-22', '2027-03-15', '2026-01-01'])('starts at the same instant on every day, and runs from there (%s)', (day) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(day) });
  const clock = runningClock();
  expect(clock.now()).toEqual(new Date(TEST_START));
  vi.setSystemTime(Date.now() + 90_000);
  expect(clock.now()).toEqual(new Date(Date.parse(TEST_START) + 90_000));
});

it('sets the dates of a page that stand for the present, and no others', async () => {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext();
    await keepTime(context, { aheadMs: -400 * DAY });
    const page = await context.newPage();
    await page.goto('data:text/html,<p>here</p>');
    const seen = await page.evaluate(() => {
      const real = performance.timeOrigin + performance.now();
      const made = new Date();
      return {
        ahead: [Date.now(), made.getTime(), Date.parse(Date())].map((at) => Math.round((at - real) / 86_400_000)),
        given: [new Date(0).getTime(), new Date(2026, 0, 2).getDate(), new Date(new Date(7)).getTime(), Date.UTC(1970, 0, 1)],
        isDate: [made instanceof Date, made.constructor === Date, structuredClone(made) instanceof Date],
      };
    });
    expect(seen).toEqual({ ahead: [-400, -400, -400], given: [0, 2, 7, 0], isDate: [true, true, true] });
  } finally {
    await browser.close();
  }
});
