import type { HeardEvent } from '#visualiser/machines/live-context.ts';
import { CHANNEL, HEARTBEAT_MS, type PageMessage, type ViewerMessage } from '../../model/protocol.ts';

const KINDS: ReadonlySet<unknown> = new Set<PageMessage['kind']>(['here', 'entries', 'chart', 'leaving']);

/** Whoever shares the origin may speak here, also a visualiser. */
const isOfPage = (value: unknown): value is PageMessage =>
  typeof value === 'object' && value !== null && KINDS.has(Reflect.get(value, 'kind')) && typeof Reflect.get(value, 'session') === 'string';

function eventOf(message: PageMessage): HeardEvent {
  switch (message.kind) {
    case 'here': {
      const { kind: _, ...window } = message;
      return { type: 'window.shown', window };
    }
    case 'leaving':
      return { type: 'window.left', session: message.session };
    case 'entries': {
      const { kind: _, ...told } = message;
      return { type: 'entries.told', ...told };
    }
    case 'chart': {
      const { kind: _, ...told } = message;
      return { type: 'chart.told', ...told };
    }
  }
}

export interface WindowChannel {
  say(message: ViewerMessage): void;
  /** Whoever is watched need not tell, until it is asked again. */
  rest(): void;
  close(): void;
}

/**
 * What the windows of this browser say to a visualiser. It is time for a sign of life every `SIGN_OF_LIFE_MS`: by the clock, or with the
 * first word after it where the browser lets the clock of a hidden window go slowly. `viewer` is any text that no other window has.
 */
export function openWindowChannel(viewer: string, heard: (event: HeardEvent) => void): WindowChannel {
  let channel: BroadcastChannel;
  try {
    channel = new BroadcastChannel(CHANNEL);
  } catch {
    heard({ type: 'channel.missed' });
    return { say: () => undefined, rest: () => undefined, close: () => undefined };
  }
  let watched = '';
  let signed = performance.now();
  const passTime = () => {
    if (performance.now() - signed < HEARTBEAT_MS) return;
    signed = performance.now();
    heard({ type: 'time.passed' });
  };
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isOfPage(data)) return;
    heard(eventOf(data));
    passTime();
  };
  const timer = setInterval(passTime, HEARTBEAT_MS);
  const say = (message: ViewerMessage) => {
    if (message.kind === 'watch') watched = message.session;
    if (message.kind === 'unwatch') watched = '';
    channel.postMessage(message.kind === 'watch' || message.kind === 'unwatch' ? { ...message, viewer } : message);
  };
  const rest = () => {
    if (watched !== '') say({ kind: 'unwatch', session: watched });
  };
  return {
    say,
    rest,
    close: () => {
      clearInterval(timer);
      rest();
      channel.close();
    },
  };
}
