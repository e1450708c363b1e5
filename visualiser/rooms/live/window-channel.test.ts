import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HeardEvent } from '#visualiser/machines/live-context.ts';
import { CHANNEL } from '../../model/protocol.ts';
import { openWindowChannel, type WindowChannel } from './window-channel.ts';

let page: BroadcastChannel;
let said: unknown[];
let heard: HeardEvent[];
let channel: WindowChannel;

/** What was said so far has arrived, in both directions. */
const arrived = () => vi.waitFor(() => expect(said.at(-1)).toEqual({ kind: 'looking', mark: true }), { interval: 1 });
const settle = async () => {
  channel.say({ kind: 'looking', mark: true } as never);
  await arrived();
  said.pop();
};
const here = { window: 'w', session: 's', title: 'Console', path: '/', takesEvents: true };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  [said, heard] = [[], []];
  page = new BroadcastChannel(CHANNEL);
  page.onmessage = ({ data }: MessageEvent<unknown>) => said.push(data);
  channel = openWindowChannel('me', (event) => heard.push(event));
});
afterEach(() => {
  channel.close();
  page.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const hear = async (...messages: unknown[]) => {
  for (const message of messages) page.postMessage(message);
  const last = { kind: 'leaving', session: 'mark' };
  page.postMessage(last);
  await vi.waitFor(() => expect(heard.some((one) => one.type === 'window.left' && one.session === 'mark')).toBe(true), { interval: 1 });
  heard = heard.filter((one) => one.type !== 'window.left' || one.session !== 'mark');
};

describe('the channel between windows', () => {
  it('hears what pages say', async () => {
    await hear(
      { kind: 'here', ...here },
      { kind: 'entries', session: 's', entries: [], isWhole: true, startedAt: 't' },
      { kind: 'chart', session: 's', print: 'p', chart: { id: 'c' } },
      { kind: 'leaving', session: 's' },
    );
    expect(heard).toEqual([
      { type: 'window.shown', window: here },
      { type: 'entries.told', session: 's', entries: [], isWhole: true, startedAt: 't' },
      { type: 'chart.told', session: 's', print: 'p', chart: { id: 'c' } },
      { type: 'window.left', session: 's' },
    ]);
  });

  it('does not hear other visualisers, nor what means nothing', async () => {
    await hear({ kind: 'looking' }, { kind: 'watch', session: 's', begin: true }, { kind: 'here' }, 'here', null, {
      kind: 'other',
      session: 's',
    });
    expect(heard).toEqual([]);
  });

  it('names who watches, and lets go of what was watched when it closes', async () => {
    channel.say({ kind: 'watch', session: 's', begin: true });
    channel.say({ kind: 'chartWanted', session: 's', print: 'p' });
    await settle();
    channel.close();
    await vi.waitFor(() => expect(said).toHaveLength(3), { interval: 1 });
    expect(said).toEqual([
      { kind: 'watch', session: 's', begin: true, viewer: 'me' },
      { kind: 'chartWanted', session: 's', print: 'p' },
      { kind: 'unwatch', session: 's', viewer: 'me' },
    ]);
  });

  it('says when it is time for a sign of life: by the clock, or with the first word after it', async () => {
    vi.advanceTimersByTime(2999);
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(heard).toEqual([{ type: 'time.passed' }]);
    // The clock of a window that nobody sees goes slowly, the words of others come all the same.
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + 3000);
    heard = [];
    await hear({ kind: 'here', ...here });
    expect(heard).toEqual([{ type: 'window.shown', window: here }, { type: 'time.passed' }]);
    heard = [];
    await hear({ kind: 'here', ...here });
    expect(heard).toEqual([{ type: 'window.shown', window: here }]);
  });

  it('says where the browser has none', () => {
    vi.stubGlobal('BroadcastChannel', undefined);
    const missed: HeardEvent[] = [];
    const none = openWindowChannel('me', (event) => missed.push(event));
    none.say({ kind: 'looking' });
    none.rest();
    none.close();
    expect(missed).toEqual([{ type: 'channel.missed' }]);
  });
});
