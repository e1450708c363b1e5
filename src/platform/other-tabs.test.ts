import { afterEach, describe, expect, it, vi } from 'vitest';
import { joinOtherTabs, type TabNews } from './other-tabs.ts';

afterEach(() => vi.unstubAllGlobals());

/** Simulates the broadcast channels of one browser synchronously. */
function browser() {
  const channels: { onmessage?: (event: { data: unknown }) => void }[] = [];
  const say = (from: unknown, data: unknown) => {
    for (const one of channels) if (one !== from) one.onmessage?.({ data });
  };
  class Channel {
    onmessage?: (event: { data: unknown }) => void;
    constructor() {
      channels.push(this);
    }
    postMessage(data: unknown) {
      say(this, data);
    }
  }
  vi.stubGlobal('BroadcastChannel', Channel);
  return { say };
}

describe('other tabs', () => {
  it('receive what a tab sends, except the sender itself', () => {
    browser();
    const [here, there]: TabNews[][] = [[], []];
    const tab = joinOtherTabs((news) => here?.push(news));
    joinOtherTabs((news) => there?.push(news));
    tab.tell({ kind: 'ended' });
    expect(here).toEqual([]);
    expect(there).toEqual([{ kind: 'ended' }]);
  });

  it('ignore messages of an unknown shape', () => {
    const { say } = browser();
    const heard = vi.fn<(news: TabNews) => void>();
    joinOtherTabs(heard);
    for (const noise of [null, 'ended', { kind: 'other' }, 7]) say(undefined, noise);
    expect(heard).not.toHaveBeenCalled();
  });

  it('are not needed where the browser has no broadcast channel', () => {
    vi.stubGlobal('BroadcastChannel', undefined);
    expect(() => joinOtherTabs(() => undefined).tell({ kind: 'ended' })).not.toThrow();
  });
});
