/** What tabs of this browser tell each other where the storage cannot: it is forbidden, full, or changes without an event. */
export type TabNews = { kind: 'ended' } | { kind: 'settings'; isDark: boolean; locale: 'zh-cn' | 'en' };

const isNews = (value: unknown): value is TabNews =>
  typeof value === 'object' && value !== null && ['ended', 'settings'].includes(String(Reflect.get(value, 'kind')));

export interface OtherTabs {
  /** Never told to the tab that tells. */
  tell(news: TabNews): void;
}

/** Without such a channel in the browser nothing is told and nothing is heard. */
export function joinOtherTabs(heard: (news: TabNews) => void): OtherTabs {
  let channel: BroadcastChannel | undefined;
  try {
    channel = new BroadcastChannel('ad-delivery-console');
    channel.onmessage = ({ data }: MessageEvent<unknown>) => isNews(data) && heard(data);
  } catch {
    // an old browser, or one that keeps its tabs apart
  }
  return {
    tell: (news) => {
      try {
        channel?.postMessage(news);
      } catch {
        // the channel closed with the page
      }
    },
  };
}
