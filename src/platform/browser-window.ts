type Stop = () => void;

export const windowWidth = (): number => window.innerWidth;

const listen = (target: EventTarget, type: string, listener: (event: Event) => void): Stop => {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
};

export const onResize = (listener: (width: number) => void): Stop => listen(window, 'resize', () => listener(windowWidth()));

export const isFullscreen = (): boolean => document.fullscreenElement !== null;

export const onFullscreenChange = (listener: (isFull: boolean) => void): Stop =>
  listen(document, 'fullscreenchange', () => listener(isFullscreen()));

/** A browser may refuse; then nothing changes. */
export const enterFullscreen = (): void => void document.documentElement.requestFullscreen?.().catch(() => undefined);
export const leaveFullscreen = (): void => void document.exitFullscreen?.().catch(() => undefined);

/** Calls back when another tab writes or clears the storage; `key` is null when all of it was cleared. */
export const onStorageChange = (listener: (key: string | null) => void): Stop =>
  listen(window, 'storage', (event) => listener(event instanceof StorageEvent ? event.key : null));

/** Calls back when the browser restores the page from its back-forward cache. */
export const onPageRestored = (listener: () => void): Stop =>
  listen(window, 'pageshow', (event) => {
    if (event instanceof PageTransitionEvent && event.persisted) listener();
  });

/** Calls back when the page is hidden or left, because it may never be shown again. */
export const onPageLeave = (listener: () => void): Stop => {
  const stops = [
    listen(document, 'visibilitychange', () => document.visibilityState === 'hidden' && listener()),
    listen(window, 'pagehide', listener),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};

/** Calls back when the page is closed or reloaded. */
export const onPageHide = (listener: () => void): Stop => listen(window, 'pagehide', listener);

/** Calls back when the user comes to the page from another window or browser tab. */
export const onReturn = (listener: () => void): Stop => {
  const seen = () => {
    if (document.visibilityState === 'visible') listener();
  };
  const stops = [listen(window, 'focus', seen), listen(document, 'visibilitychange', seen)];
  return () => {
    for (const stop of stops) stop();
  };
};

/** False is certain; true only means that there is some network. */
export const isOnline = (): boolean => navigator.onLine;

export const onNetworkChange = (listener: (isOnline: boolean) => void): Stop => {
  const stops = [listen(window, 'online', () => listener(true)), listen(window, 'offline', () => listener(false))];
  return () => {
    for (const stop of stops) stop();
  };
};

/** The address without query and hash. */
export const pagePath = (): string => window.location.pathname;

/** Resolves once the page is visible; rejects when the signal aborts. */
export const whenVisible = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (document.visibilityState === 'visible') {
      resolve();
      return;
    }
    const stop = listen(document, 'visibilitychange', () => {
      if (document.visibilityState !== 'visible') return;
      stop();
      resolve();
    });
    signal.addEventListener('abort', () => {
      stop();
      reject(signal.reason);
    });
  });

/** Resolves after the delay, and not before the page is visible; rejects when the signal aborts. */
export const waitVisible = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  }).then(() => whenVisible(signal));

/** Calls back when the user returns to this window. */
export const onFocus = (listener: () => void): Stop => listen(window, 'focus', listener);

/** Like `waitVisible`, but resolves as soon as the user returns to this window. */
export async function waitVisibleOrFocus(ms: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const end = () => over.abort();
  const stop = onFocus(end);
  signal.addEventListener('abort', end);
  await waitVisible(ms, over.signal).catch(() => undefined);
  stop();
  signal.throwIfAborted();
}

export const reloadPage = (): void => window.location.reload();

/** Reads the clipboard. Rejects where the browser forbids it, and over plain HTTP except on localhost. */
export const clipboardText = async (): Promise<string> => await navigator.clipboard.readText();

/** Starts a download of our server. The server sends it as an attachment, so the page stays open. */
export function followDownload(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

/**
 * Returns the absolute web address of a URL, resolving paths from the root of this server. Throws for any other scheme, for example
 * `javascript:`.
 */
export function webAddress(address: string): string {
  const { protocol, href } = new URL(address, window.location.href);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('no address of the web');
  return href;
}

/** Opens a window until it is stopped. The browser may block it, so callers also show the address. */
export function openWindow(url: string): Stop {
  const opened = window.open(url, '_blank', 'popup,width=640,height=760');
  return () => opened?.close();
}

/** Saves a file through the browser. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
