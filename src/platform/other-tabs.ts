/** Messages between tabs for facts that the storage cannot carry because it is forbidden, full, or changes without an event. */
export type TabMessage = { kind: 'ended' } | { kind: 'settings'; isDark: boolean; locale: 'zh-cn' | 'en' };

const isTabMessage = (value: unknown): value is TabMessage =>
  typeof value === 'object' && value !== null && ['ended', 'settings'].includes(String(Reflect.get(value, 'kind')));

export interface OtherTabs {
  /** Never delivered to the sending tab itself. */
  send(news: TabMessage): void;
}

/** Without a broadcast channel in the browser, nothing is sent or received. */
export function joinOtherTabs(onMessage: (news: TabMessage) => void): OtherTabs {
  let channel: BroadcastChannel | undefined;
  try {
    channel = new BroadcastChannel('ad-delivery-console');
    channel.onmessage = ({ data }: MessageEvent<unknown>) => isTabMessage(data) && onMessage(data);
  } catch {
    // an old browser, or one that isolates its tabs
  }
  return {
    send: (news) => {
      try {
        channel?.postMessage(news);
      } catch {
        // the channel was closed with the page
      }
    },
  };
}
