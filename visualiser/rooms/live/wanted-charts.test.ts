import { expect, it } from 'vitest';
import type { ChannelFact } from '#visualiser/machines/live-context.ts';
import { createChartRequests } from './wanted-charts.ts';

const born = (key: string, print: string): Extract<ChannelFact, { type: 'entries.received' }>['entries'][number] => ({
  seq: 1,
  at: 0,
  kind: 'born',
  actor: { key, id: key, kind: 'machine', machine: { id: key, print }, isRestored: false },
  state: { status: 'active' },
});
const received = (session: string, ...prints: string[]): ChannelFact => ({
  type: 'entries.received',
  session,
  entries: prints.map((print) => born(print, print)),
  isWhole: true,
  startedAt: '',
});

it('asks once in each page load for charts that the gallery lacks', async () => {
  const asked: string[] = [];
  const request = createChartRequests(
    async () => new Set(['known']),
    (session, print) => asked.push(`${session} ${print}`),
  );
  await request(received('s1', 'known', 'new', 'new'));
  await request(received('s1', 'new', 'other'));
  await request(received('s2', 'new'));
  await request({ type: 'heartbeat.elapsed' });
  expect(asked).toEqual(['s1 new', 's1 other', 's2 new']);
});

it('asks for all charts where there is no gallery', async () => {
  const asked: string[] = [];
  const request = createChartRequests(
    async () => Promise.reject(new Error('404')),
    (_, print) => asked.push(print),
  );
  await request(received('s', 'a'));
  expect(asked).toEqual(['a']);
});
