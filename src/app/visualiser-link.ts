import type { Console } from '#machines/console/console.machine.ts';
import { onStorageChange } from '#src/platform/browser-window.ts';
import { offerRecorder, type PageRecorder } from '#src/platform/page-recorder.ts';
import { readPageMeta } from '#src/platform/page-root.ts';
import { readSettings, SETTINGS_KEY } from '#src/platform/settings-store.ts';

const ADDRESS = '/visualiser/connection.js';
/** Ordinary and super admins. */
const ADMIN = new Set<unknown>([1, 9]);

/** What the visualiser offers at its address: a page of the console lets it watch. */
export interface VisualiserDoor {
  connect(
    root: Console,
    options: {
      takesEvents: boolean;
      getRefusal: () => 'signedOut' | 'permission' | undefined;
      canRecord: () => boolean;
      subscribe: (changed: () => void) => void;
    },
  ): PageRecorder;
}

/** Where the page says that it may be watched, what is needed for it is fetched; nothing of it is part of the console. */
export async function linkVisualiser(root: Console): Promise<void> {
  const stage = readPageMeta('visualiser');
  if (!stage) return;
  const isDevelopment = stage === 'development';
  const session = root.getSnapshot().children.session;
  /** A session that is ending is none. */
  const isSignedIn = () => session?.getSnapshot().matches('signedIn') ?? false;
  const isAdmin = () => ADMIN.has(session?.getSnapshot().context.user?.is_admin);
  try {
    const door: VisualiserDoor = await import(/* webpackIgnore: true */ ADDRESS);
    const recorder = door.connect(root, {
      takesEvents: isDevelopment,
      getRefusal: () => (isDevelopment ? undefined : !isSignedIn() ? 'signedOut' : isAdmin() ? undefined : 'permission'),
      canRecord: () => isDevelopment || isSignedIn(),
      subscribe: (changed) => void session?.subscribe(changed),
    });
    const keep = () => recorder.setRecording(readSettings().records === true);
    onStorageChange((key) => (key === null || key === SETTINGS_KEY) && keep());
    offerRecorder(recorder);
    keep();
  } catch {
    // It is not there: the console does without it.
  }
}
