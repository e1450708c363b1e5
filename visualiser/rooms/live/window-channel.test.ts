import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChannelFact } from '#visualiser/machines/live-context.ts';
import { CHANNEL } from '../../model/protocol.ts';
import { openWindowChannel, type WindowChannel } from './window-channel.ts';

let page: BroadcastChannel;
let pageMessages: unknown[];
let facts: ChannelFact[];
let channel: WindowChannel;

/** Waits until messages in both directions have arrived. */
const waitForMark = () => expect.poll(() => pageMessages.at(-1), { interval: 1 }).toEqual({ kind: 'looking', mark: true });
const waitForMessages = async () => {
  channel.post({ kind: 'looking', mark: true } as never);
  await waitForMark();
  pageMessages.pop();
};
const here = { window: 'w', session: 's', title: 'Console', path: '/', takesEvents: true };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  [pageMessages, facts] = [[], []];
  page = new BroadcastChannel(CHANNEL);
  page.onmessage = ({ data }: MessageEvent<unknown>) => pageMessages.push(data);
  channel = openWindowChannel('me', (event) => facts.push(event));
});
afterEach(() => {
  channel.close();
  page.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const postFromPage = async (...messages: unknown[]) => {
  for (const message of messages) page.postMessage(message);
  const last = { kind: 'leaving', session: 'mark' };
  page.postMessage(last);
  await expect.poll(() => facts.some((one) => one.type === 'session.ended' && one.session === 'mark'), { interval: 1 }).toBe(true);
  facts = facts.filter((one) => one.type !== 'session.ended' || one.session !== 'mark');
};

describe('the channel between windows', () => {
  it('converts messages of pages to facts', async () => {
    await postFromPage(
      { kind: 'here', ...here },
      { kind: 'entries', session: 's', entries: [], isWhole: true, startedAt: 't' },
      { kind: 'chart', session: 's', print: 'p', chart: { id: 'c' } },
      { kind: 'leaving', session: 's' },
    );
    expect(facts).toEqual([
      { type: 'window.announced', window: here },
      { type: 'entries.received', session: 's', entries: [], isWhole: true, startedAt: 't' },
      { type: 'chart.received', session: 's', print: 'p', chart: { id: 'c' } },
      { type: 'session.ended', session: 's' },
    ]);
  });

  it('ignores messages of other visualisers and malformed messages', async () => {
    await postFromPage({ kind: 'looking' }, { kind: 'watch', session: 's', begin: true }, { kind: 'here' }, 'here', null, {
      kind: 'other',
      session: 's',
    });
    expect(facts).toEqual([]);
  });

  it('names the visualiser that watches, and stops watching when it closes', async () => {
    channel.post({ kind: 'watch', session: 's', begin: true });
    channel.post({ kind: 'chartWanted', session: 's', print: 'p' });
    await waitForMessages();
    channel.close();
    await expect.poll(() => pageMessages.length, { interval: 1 }).toBe(3);
    expect(pageMessages).toEqual([
      { kind: 'watch', session: 's', begin: true, viewer: 'me' },
      { kind: 'chartWanted', session: 's', print: 'p' },
      { kind: 'unwatch', session: 's', viewer: 'me' },
    ]);
  });

  it('reports that a heartbeat is due, by timer or with the first message after it', async () => {
    vi.advanceTimersByTime(2999);
    expect(facts).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(facts).toEqual([{ type: 'heartbeat.elapsed' }]);
    // Timers of hidden windows are throttled, but messages still arrive.
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + 3000);
    facts = [];
    await postFromPage({ kind: 'here', ...here });
    expect(facts).toEqual([{ type: 'window.announced', window: here }, { type: 'heartbeat.elapsed' }]);
    facts = [];
    await postFromPage({ kind: 'here', ...here });
    expect(facts).toEqual([{ type: 'window.announced', window: here }]);
  });

  it('reports a browser without a channel', () => {
    vi.stubGlobal('BroadcastChannel', undefined);
    const unsupportedFacts: ChannelFact[] = [];
    const none = openWindowChannel('me', (event) => unsupportedFacts.push(event));
    none.post({ kind: 'looking' });
    none.unwatch();
    none.close();
    expect(unsupportedFacts).toEqual([{ type: 'channel.unsupported' }]);
  });
});
