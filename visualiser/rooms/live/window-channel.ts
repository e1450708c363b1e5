import type { ChannelFact } from '#visualiser/machines/live-context.ts';
import { CHANNEL, HEARTBEAT_MS, type PageMessage, type ViewerMessage } from '../../model/protocol.ts';

const PAGE_MESSAGE_KINDS: ReadonlySet<unknown> = new Set<PageMessage['kind']>(['here', 'entries', 'chart', 'leaving']);

/** Other visualisers use the same channel. */
const isPageMessage = (value: unknown): value is PageMessage =>
  typeof value === 'object' &&
  value !== null &&
  PAGE_MESSAGE_KINDS.has(Reflect.get(value, 'kind')) &&
  typeof Reflect.get(value, 'session') === 'string';

function toFact(message: PageMessage): ChannelFact {
  switch (message.kind) {
    case 'here': {
      const { kind: _, ...window } = message;
      return { type: 'window.announced', window };
    }
    case 'leaving':
      return { type: 'session.ended', session: message.session };
    case 'entries': {
      const { kind: _, ...payload } = message;
      return { type: 'entries.received', ...payload };
    }
    case 'chart': {
      const { kind: _, ...payload } = message;
      return { type: 'chart.received', ...payload };
    }
  }
}

export interface WindowChannel {
  post(message: ViewerMessage): void;
  /** Tells the watched page that it need not send until it is asked again. */
  unwatch(): void;
  close(): void;
}

/**
 * Connects a visualiser with the windows of this browser. A heartbeat is due every `HEARTBEAT_MS`: by timer, or with the first message
 * after
 * it, because browsers throttle timers of hidden windows. `viewer` must be unique among windows.
 */
export function openWindowChannel(viewer: string, onFact: (event: ChannelFact) => void): WindowChannel {
  let channel: BroadcastChannel;
  try {
    channel = new BroadcastChannel(CHANNEL);
  } catch {
    onFact({ type: 'channel.unsupported' });
    return { post: () => undefined, unwatch: () => undefined, close: () => undefined };
  }
  let watchedSession = '';
  let lastHeartbeat = performance.now();
  const checkHeartbeat = () => {
    if (performance.now() - lastHeartbeat < HEARTBEAT_MS) return;
    lastHeartbeat = performance.now();
    onFact({ type: 'heartbeat.elapsed' });
  };
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isPageMessage(data)) return;
    onFact(toFact(data));
    checkHeartbeat();
  };
  const timer = setInterval(checkHeartbeat, HEARTBEAT_MS);
  const post = (message: ViewerMessage) => {
    if (message.kind === 'watch') watchedSession = message.session;
    if (message.kind === 'unwatch') watchedSession = '';
    channel.postMessage(message.kind === 'watch' || message.kind === 'unwatch' ? { ...message, viewer } : message);
  };
  const unwatch = () => {
    if (watchedSession !== '') post({ kind: 'unwatch', session: watchedSession });
  };
  return {
    post,
    unwatch,
    close: () => {
      clearInterval(timer);
      unwatch();
      channel.close();
    },
  };
}
