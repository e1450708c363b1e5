// How a watched page reaches its visualisers.
import { CHANNEL, type PageMessage, type ViewerMessage } from '../model/protocol.ts';

export type AnyMessage = PageMessage | ViewerMessage;

export interface PageChannel {
  post(message: PageMessage): void;
  /** The only listener, for messages of other pages and of visualisers. */
  listen(listener: (message: AnyMessage) => void): void;
  close(): void;
}

const isMessage = (value: unknown): value is AnyMessage =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'kind') === 'string';

/** Between windows of one browser and one origin. */
export function openBroadcastChannel(): PageChannel {
  const channel = new BroadcastChannel(CHANNEL);
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) => {
      channel.onmessage = ({ data }: MessageEvent<unknown>) => {
        if (isMessage(data)) listener(data);
      };
    },
    close: () => channel.close(),
  };
}

/** What is used of a WebSocket, whoever implements it. */
export interface Socket {
  send(text: string): void;
  close(): void;
  addEventListener(type: 'open' | 'close' | 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
}

const RECONNECT_DELAY_MS = 2000;

function parseMessage(data: unknown): AnyMessage | undefined {
  if (typeof data !== 'string') return undefined;
  try {
    const message: unknown = JSON.parse(data);
    return isMessage(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Through the relay of a visualiser that serves its page, which may be started later or again. `onOpen` is called whenever it is reached.
 * Messages are lost while it is not: a visualiser asks for everything when it comes.
 */
export function openSocketChannel(createSocket: () => Socket, onOpen: () => void): PageChannel {
  let socket: Socket | undefined;
  let isOpen = false;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tell: (message: AnyMessage) => void = () => undefined;
  const connect = () => {
    const current = createSocket();
    socket = current;
    current.addEventListener('open', () => {
      isOpen = true;
      onOpen();
    });
    current.addEventListener('message', ({ data }) => {
      const message = parseMessage(data);
      if (message) tell(message);
    });
    // An error is always followed by a close; without a listener some implementations would throw.
    current.addEventListener('error', () => undefined);
    current.addEventListener('close', () => {
      isOpen = false;
      if (isClosed) return;
      timer = setTimeout(connect, RECONNECT_DELAY_MS);
      // In Node, waiting for a visualiser must not keep a program alive.
      if (typeof timer === 'object') timer.unref();
    });
  };
  connect();
  return {
    post: (message) => {
      if (isOpen) socket?.send(JSON.stringify(message));
    },
    listen: (listener) => {
      tell = listener;
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}
