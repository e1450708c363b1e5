import { expect, it } from 'vitest';
import { deep, sampled } from '#tests/support/depth.ts';
import type { RunningClock } from '#tests/support/running-clock.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';
import { type VisitOptions, visit } from '#tests/support/visitor.ts';

const stage = journeyStage();

const DAY_MS = 86_400_000;
/** A busy machine opens a page in a few seconds. */
const LONG = { timeout: deep(180_000, 1_200_000) };

/** What the console stores in a browser, by the storage that holds it. */
const KEYS = [
  ['localStorage', 'setting-storage'],
  ['localStorage', 'user-store'],
  ['sessionStorage', 'workspace'],
  ['sessionStorage', 'window-name'],
  ['sessionStorage', 'session-end'],
] as const;

/** As damage, other programs and other versions may leave it: no JSON, another type, and objects whose parts have other types. */
const VALUES = [
  '',
  ' ',
  '{',
  '}',
  '[',
  '{"',
  '{"isDark":',
  'undefined',
  'NaN',
  '\u0000',
  '\ud800',
  'null',
  'true',
  '0',
  '-1',
  '1e999',
  '""',
  '"text"',
  '[]',
  '[null]',
  '[[[]]]',
  '{}',
  '{"":""}',
  '{"__proto__":{"is_admin":9}}',
  '{"constructor":{"prototype":{"token":"x"}}}',
  '{"isDark":"yes","locale":7,"records":"always"}',
  '{"isDark":null,"locale":"fr"}',
  '{"token":5,"paths":"/index","is_admin":"9"}',
  '{"id":"x","name":null,"paths":[null,7,{}],"is_admin":true}',
  '{"id":1e308,"name":[],"paths":{"0":"/index"},"actions":3,"platform":"xx"}',
  '{"end":"unknown","account":{},"hasWork":"no"}',
  '{"end":7,"account":null,"hasWork":[]}',
  '{"user":1,"work":null}',
  '{"user":{},"work":[]}',
  '{"user":1,"work":{"tabs":"all","current":-1}}',
  '{"user":1,"work":{"tabs":[null,7,{"path":null}],"current":{}}}',
  '{"version":99,"user":1,"work":{"tabs":[{"path":"/nowhere","state":[]}]}}',
  '['.repeat(5_000),
  `{"locale":"${'x'.repeat(200_000)}"}`,
  '\u202e\u0000\uffff',
];

const damages = KEYS.flatMap(([storage, key]) => VALUES.map((value) => ({ storage, key, value })));

it('opens with every damaged value in its storage, without an error and without a blank page', LONG, async () => {
  const { page, faults, open } = await stage.visitorAs('admin', '/index');
  const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
  expect(damages).toHaveLength(200);
  for (const damage of sampled(damages, 29)) {
    // A page without scripts, so that nothing else writes.
    await page.goto('/healthz');
    await page.evaluate(
      ({ storage, key, value, token: kept }) => {
        localStorage.clear();
        sessionStorage.clear();
        localStorage.setItem('token', kept);
        window[storage].setItem(key, value);
      },
      { ...damage, token },
    );
    await open('/sys/role');
    await page.locator('.ads-frame .ads-content').getByText('优化师').first().waitFor();
    expect([damage, faults]).toEqual([damage, []]);
  }
});

/** Pages that compute with the time of the browser. */
const DATED = ['/index', '/advertising/user', '/advertising/start', '/advertising/copy-log'];

it.each([
  ['ahead', DAY_MS, 0],
  ['behind', -DAY_MS, 1],
])('works in a browser whose clock is a day %s', async (_, awayMs, turn) => {
  const { url, clock } = stage.server();
  const aheadMs = clock.aheadMs + awayMs;
  const wrong: RunningClock = { aheadMs, now: () => new Date(Date.now() + aheadMs) };
  const options: VisitOptions = { clock: wrong };
  const visitor = await visit(stage.browser(), url, options);
  try {
    const { page } = visitor;
    await visitor.open('/login');
    await visitor.signIn('admin');
    const away = (await page.evaluate(() => Date.now())) - clock.now().getTime();
    expect(Math.round(away / DAY_MS)).toBe(awayMs / DAY_MS);
    for (const path of sampled(DATED, 4, turn)) {
      await visitor.open(path);
      await page.locator('.ads-frame .ads-content').getByRole('heading').first().waitFor();
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
      expect(await page.locator('.ads-notice').count()).toBe(0);
      expect(await page.getByRole('button', { name: '重试' }).count()).toBe(0);
    }
    await page.reload();
    await page.locator('.ads-frame').waitFor();
    expect(visitor.path()).toBe(sampled(DATED, 4, turn).at(-1));
    expect(visitor.faults).toEqual([]);
  } finally {
    await visitor.leave();
  }
});
