import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AdPlatformError, type ConversionEvent, UNKNOWN_USER } from '../ad-platform.ts';
import { sendConversion } from './conversions.ts';
import type { Answer } from './graph/answer.ts';
import type { Graph, GraphRequest } from './graph/call.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const user = { ...UNKNOWN_USER, user_agent: 'Mozilla/5.0', fbc: 'fb.1.1.x' };
const event = (event_id: string, more: Partial<ConversionEvent> = {}): ConversionEvent => ({
  event_id,
  event_name: 'Purchase',
  event_time: NOW,
  value: 999,
  currency: 'USD',
  url: 'https://drama.test/',
  order_id: null,
  user,
  test_event_code: null,
  ...more,
});

/** A network that refuses any call with one of these events. */
function network(bad: ReadonlySet<string>) {
  const calls: Answer[][] = [];
  const taken = new Set<string>();
  const call = async ({ parameters = {} }: GraphRequest): Promise<Answer> => {
    const data = parameters['data'] as Answer[];
    calls.push(data);
    if (data.some(({ event_id }) => bad.has(String(event_id)))) throw new AdPlatformError('rejected', { code: 100, subcode: 2_804_003 });
    for (const { event_id } of data) taken.add(String(event_id));
    return { events_received: data.length };
  };
  return { graph: { call, now: () => NOW } as unknown as Graph, calls, taken };
}

it('finds exactly the bad events of a call, and sends all others', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 80 }), fc.func(fc.boolean()), async (count, isBad) => {
      const ids = Array.from({ length: count }, (_, index) => String(index));
      const bad = new Set(ids.filter((id) => isBad(id)));
      const { graph, taken } = network(bad);
      const answer = await sendConversion(
        graph,
        { token: 't' },
        '1',
        ids.map((id) => event(id)),
      );
      expect(new Set(answer.errors.map(({ event_id }) => event_id))).toEqual(bad);
      expect(answer.received).toBe(count - bad.size);
      expect(taken).toEqual(new Set(ids.filter((id) => !bad.has(id))));
    }),
  );
});

it('needs few calls to find one bad event among 500', async () => {
  const { graph, calls } = network(new Set(['123']));
  await sendConversion(
    graph,
    { token: 't' },
    '1',
    Array.from({ length: 500 }, (_, index) => event(String(index))),
  );
  expect(calls.length).toBeLessThan(20);
});

it('holds back events that the network would refuse for all others', async () => {
  const { graph, calls } = network(new Set());
  const old = new Date(NOW.getTime() - 8 * 86_400_000);
  const answer = await sendConversion(graph, { token: 't' }, '1', [
    event('good'),
    event('old', { event_time: old }),
    event('anonymous', { user: UNKNOWN_USER }),
    event('nowhere', { url: null }),
    event('free', { value: null }),
  ]);
  expect(answer.received).toBe(1);
  expect(answer.errors.map(({ event_id }) => event_id)).toEqual(['old', 'anonymous', 'nowhere', 'free']);
  expect(calls).toHaveLength(1);
});

it('sends test events apart, 500 at most, and amounts in whole units', async () => {
  const { graph, calls } = network(new Set());
  const many = Array.from({ length: 501 }, (_, index) => event(String(index)));
  await sendConversion(graph, { token: 't' }, '1', [...many, event('try', { test_event_code: 'TEST1', value: 1234, currency: 'JPY' })]);
  expect(calls.map((call) => call.length)).toEqual([500, 1, 1]);
  expect(calls[2]?.[0]).toMatchObject({
    custom_data: { value: 1234, currency: 'JPY' },
    action_source: 'website',
    event_time: NOW.getTime() / 1000,
  });
});
