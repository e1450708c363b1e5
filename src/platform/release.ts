/** Put in by the build; there is none while developing, nor in tests. */
declare const CONSOLE_RELEASE: string | undefined;

/** Which release of the console this code is; empty where nobody built it. */
export const currentRelease = (): string => (typeof CONSOLE_RELEASE === 'string' ? CONSOLE_RELEASE : '');

/** Lies beside the console's page. */
const RELEASE_FILE = '/release.json';

/** A network that swallows what is sent answers nothing at all. */
const PATIENCE_MS = 10_000;

/** Asks the server, past every cache. Rejected when no answer comes; whatever the answer says, it was one. */
const asked = (signal: AbortSignal): Promise<Response> =>
  fetch(RELEASE_FILE, { cache: 'no-store', signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]) });

/** Done when the server answers anything at all. */
export const reachServer = async (signal: AbortSignal): Promise<void> => {
  await asked(signal);
};

/** The release that the server gives out now; empty where it says nothing of releases. */
export async function findRelease(signal: AbortSignal): Promise<{ release: string }> {
  const response = await asked(signal);
  if (!response.ok) return { release: '' };
  try {
    const { release } = (await response.json()) as { release?: unknown };
    return { release: typeof release === 'string' ? release : '' };
  } catch {
    return { release: '' };
  }
}
