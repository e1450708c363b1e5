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

/** One of the ways to pages and programs. */
interface MessageEnd {
  post(message: ViewerMessage): void;
  listen(listener: (data: unknown) => void): void;
  close(): void;
}

function openBroadcastEnd(): MessageEnd {
  const channel = new BroadcastChannel(CHANNEL);
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) => {
      channel.onmessage = ({ data }: MessageEvent<unknown>) => listener(data);
    },
    close: () => channel.close(),
  };
}

/** Through the server of this page. It asks who is there as soon as it is connected, because what was said before is lost. */
function openRelayEnd(url: string): MessageEnd {
  const socket = new WebSocket(url);
  const post = (message: ViewerMessage) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  socket.onopen = () => post({ kind: 'looking' });
  return {
    post,
    listen: (listener) => {
      socket.onmessage = ({ data }: MessageEvent<unknown>) => listener(typeof data === 'string' ? JSON.parse(data) : undefined);
    },
    close: () => socket.close(),
  };
}

/**
 * Connects a visualiser with the windows of this browser, and through a relay with programs of this computer. A heartbeat is due every
 * `HEARTBEAT_MS`: by timer, or with the first message after it, because browsers throttle timers of hidden windows. `viewer` must be unique
 * among windows.
 */
export function openWindowChannel(viewer: string, onFact: (event: ChannelFact) => void, relay?: string): WindowChannel {
  const ends: MessageEnd[] = [];
  try {
    ends.push(openBroadcastEnd());
  } catch {
    if (relay === undefined) {
      onFact({ type: 'channel.unsupported' });
      return { post: () => undefined, unwatch: () => undefined, close: () => undefined };
    }
  }
  if (relay !== undefined) ends.push(openRelayEnd(relay));
  let watchedSession = '';
  let lastHeartbeat = performance.now();
  const checkHeartbeat = () => {
    if (performance.now() - lastHeartbeat < HEARTBEAT_MS) return;
    lastHeartbeat = performance.now();
    onFact({ type: 'heartbeat.elapsed' });
  };
  for (const end of ends) {
    end.listen((data) => {
      if (!isPageMessage(data)) return;
      onFact(toFact(data));
      checkHeartbeat();
    });
  }
  const timer = setInterval(checkHeartbeat, HEARTBEAT_MS);
  const post = (message: ViewerMessage) => {
    if (message.kind === 'watch') watchedSession = message.session;
    if (message.kind === 'unwatch') watchedSession = '';
    const sent = message.kind === 'watch' || message.kind === 'unwatch' ? { ...message, viewer } : message;
    for (const end of ends) end.post(sent);
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
      for (const end of ends) end.close();
    },
  };
}
