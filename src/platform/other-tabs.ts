/** Messages between tabs for facts that the storage cannot carry because it is forbidden, full, or changes without an event. */
export type TabNews = { kind: 'ended' } | { kind: 'settings'; isDark: boolean; locale: 'zh-cn' | 'en' };

const isNews = (value: unknown): value is TabNews =>
  typeof value === 'object' && value !== null && ['ended', 'settings'].includes(String(Reflect.get(value, 'kind')));

export interface OtherTabs {
  /** Never delivered to the sending tab itself. */
  tell(news: TabNews): void;
}

/** Without a broadcast channel in the browser, nothing is sent or received. */
export function joinOtherTabs(heard: (news: TabNews) => void): OtherTabs {
  let channel: BroadcastChannel | undefined;
  try {
    channel = new BroadcastChannel('ad-delivery-console');
    channel.onmessage = ({ data }: MessageEvent<unknown>) => isNews(data) && heard(data);
  } catch {
    // an old browser, or one that isolates its tabs
  }
  return {
    tell: (news) => {
      try {
        channel?.postMessage(news);
      } catch {
        // the channel was closed with the page
      }
    },
  };
}
