type Stop = () => void;

export const windowWidth = (): number => window.innerWidth;

const listen = (target: EventTarget, type: string, listener: (event: Event) => void): Stop => {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
};

export const onResize = (told: (width: number) => void): Stop => listen(window, 'resize', () => told(windowWidth()));

export const isFullscreen = (): boolean => document.fullscreenElement !== null;

export const onFullscreenChange = (told: (isFull: boolean) => void): Stop =>
  listen(document, 'fullscreenchange', () => told(isFullscreen()));

/** A browser may refuse; then nothing changes, and nothing was promised. */
export const enterFullscreen = (): void => void document.documentElement.requestFullscreen?.().catch(() => undefined);
export const leaveFullscreen = (): void => void document.exitFullscreen?.().catch(() => undefined);

/** Another tab wrote or cleared the storage; `key` is null when all of it was cleared. */
export const onStorageChange = (told: (key: string | null) => void): Stop =>
  listen(window, 'storage', (event) => told(event instanceof StorageEvent ? event.key : null));

/** The page came back from the browser's memory, as it was when it was left. */
export const onRevival = (told: () => void): Stop =>
  listen(window, 'pageshow', (event) => {
    if (event instanceof PageTransitionEvent && event.persisted) told();
  });

/** The page is hidden or left: it may never be seen again. */
export const onLeaving = (told: () => void): Stop => {
  const stops = [
    listen(document, 'visibilitychange', () => document.visibilityState === 'hidden' && told()),
    listen(window, 'pagehide', told),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};

/** The page is closed or loaded again. */
export const onPageGone = (told: () => void): Stop => listen(window, 'pagehide', told);

/** The reader came to the page: from another window, or from another tab of the browser. */
export const onShown = (told: () => void): Stop => {
  const seen = () => {
    if (document.visibilityState === 'visible') told();
  };
  const stops = [listen(window, 'focus', seen), listen(document, 'visibilitychange', seen)];
  return () => {
    for (const stop of stops) stop();
  };
};

/** False is certain; true only means that there is some network. */
export const isOnline = (): boolean => navigator.onLine;

export const onNetworkChange = (told: (isOnline: boolean) => void): Stop => {
  const stops = [listen(window, 'online', () => told(true)), listen(window, 'offline', () => told(false))];
  return () => {
    for (const stop of stops) stop();
  };
};

/** The address without query and hash. */
export const pagePath = (): string => window.location.pathname;

/** Done once the page can be seen, at once where it can be seen already; rejected when it is not waited for any more. */
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

/** Done after so many milliseconds, and not before the page can be seen; rejected when it is not waited for any more. */
export const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  }).then(() => whenVisible(signal));

/** The reader comes back to this window. */
export const onFocus = (told: () => void): Stop => listen(window, 'focus', told);

/** As `rest`, but over as soon as the reader comes back to this window. */
export async function restUntilFocus(ms: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const end = () => over.abort();
  const stop = onFocus(end);
  signal.addEventListener('abort', end);
  await rest(ms, over.signal).catch(() => undefined);
  stop();
  signal.throwIfAborted();
}

export const reloadPage = (): void => window.location.reload();

/** What was copied last. Rejected where the browser keeps it to itself, and over plain http away from this computer. */
export const clipboardText = async (): Promise<string> => await navigator.clipboard.readText();

/** A file at an address of ours goes to the reader; the server says that it is to be saved, so the page stays. */
export function followDownload(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

/** An address of the web in full, also where it was given from the root of this server. Throws at anything else: `javascript:` for one. */
export function webAddress(address: string): string {
  const { protocol, href } = new URL(address, window.location.href);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('no address of the web');
  return href;
}

/** A window beside the page, until it is stopped. A browser may hold it back: whoever calls this shows the address as well. */
export function openWindow(url: string): Stop {
  const opened = window.open(url, '_blank', 'popup,width=640,height=760');
  return () => opened?.close();
}

/** Hands a file to the reader. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
