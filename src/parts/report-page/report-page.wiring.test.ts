// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { effectQuery } from '#machines/analyse-effect/effect.machine.ts';
import { startWithLine } from './report-page.wiring.ts';

const user = vi.hoisted(() => ({ stored: undefined as { platform: string } | undefined }));
vi.mock('#src/platform/token-vault.ts', async (original) => ({ ...(await original<object>()), readStoredUser: () => user.stored }));

const start = startWithLine(effectQuery);

it('opens a report without a query with the business line of the user', () => {
  expect(start('')).toBe('?biz=dj');
  user.stored = { platform: 'ec' };
  expect(start('')).toBe('?biz=ec');
});

it('leaves an address that says something as it is', () => {
  for (const search of ['?drama_id=4', '?date_from=2026-11-01&date_to=2026-11-02', '?biz=dj', '?group_by=date']) {
    expect(start(search)).toBe(search);
  }
});
