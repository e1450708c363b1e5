import { afterEach, describe, expect, it, vi } from 'vitest';
import { joinOtherTabs, type TabMessage } from './other-tabs.ts';

afterEach(() => vi.unstubAllGlobals());

/** Simulates the broadcast channels of one browser synchronously. */
function browser() {
  const channels: { onmessage?: (event: { data: unknown }) => void }[] = [];
  const post = (from: unknown, data: unknown) => {
    for (const one of channels) if (one !== from) one.onmessage?.({ data });
  };
  class Channel {
    onmessage?: (event: { data: unknown }) => void;
    constructor() {
      channels.push(this);
    }
    postMessage(data: unknown) {
      post(this, data);
    }
  }
  vi.stubGlobal('BroadcastChannel', Channel);
  return { say: post };
}

describe('other tabs', () => {
  it('receive what a tab sends, except the sender itself', () => {
    browser();
    const [received, receivedElsewhere]: TabMessage[][] = [[], []];
    const tab = joinOtherTabs((message) => received?.push(message));
    joinOtherTabs((message) => receivedElsewhere?.push(message));
    tab.send({ kind: 'ended' });
    expect(received).toEqual([]);
    expect(receivedElsewhere).toEqual([{ kind: 'ended' }]);
  });

  it('ignore messages of an unknown shape', () => {
    const { say: post } = browser();
    const onMessage = vi.fn<(message: TabMessage) => void>();
    joinOtherTabs(onMessage);
    for (const unknown of [null, 'ended', { kind: 'other' }, 7]) post(undefined, unknown);
    expect(onMessage).not.toHaveBeenCalled();
  });

  it('are not needed where the browser has no broadcast channel', () => {
    vi.stubGlobal('BroadcastChannel', undefined);
    expect(() => joinOtherTabs(() => undefined).send({ kind: 'ended' })).not.toThrow();
  });
});
