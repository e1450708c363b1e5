/** Defined by the build; absent in development and in tests. */
declare const CONSOLE_RELEASE: string | undefined;

/** The release of the running code; empty without a build. */
export const currentRelease = (): string => (typeof CONSOLE_RELEASE === 'string' ? CONSOLE_RELEASE : '');

/** Served beside the page of the console. */
const RELEASE_FILE = '/release.json';

/** Some networks swallow requests without ever answering. */
const TIMEOUT_MS = 10_000;

/** Requests the release file without any cache. Rejects only when no answer comes. */
const requestRelease = (signal: AbortSignal): Promise<Response> =>
  fetch(RELEASE_FILE, { cache: 'no-store', signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) });

/** Resolves when the server answers anything at all. */
export const reachServer = async (signal: AbortSignal): Promise<void> => {
  await requestRelease(signal);
};

/** The release that the server currently serves; empty when it names none. */
export async function findRelease(signal: AbortSignal): Promise<{ release: string }> {
  const response = await requestRelease(signal);
  if (!response.ok) return { release: '' };
  try {
    const { release } = (await response.json()) as { release?: unknown };
    return { release: typeof release === 'string' ? release : '' };
  } catch {
    return { release: '' };
  }
}
