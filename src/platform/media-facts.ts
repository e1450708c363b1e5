/** What the browser can read from a media file; null where it cannot. */
export interface MediaFacts {
  width: number | null;
  durationMs: number | null;
}

const UNKNOWN_FACTS: MediaFacts = { width: null, durationMs: null };
/** A browser that cannot play a video format may never report it. */
const TIMEOUT_MS = 15_000;
/** Longest side of a cover in pixels. */
const MAX_POSTER_SIDE = 720;
/** The first frames of a video are often black. */
const POSTER_AT_S = 1;

const waitForEvent = (target: EventTarget, name: string, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    target.addEventListener(name, () => resolve(), { once: true, signal });
    target.addEventListener('error', () => reject(new Error('the file cannot be shown')), { once: true, signal });
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** Opens a video off-screen and always closes it again. */
async function withVideo<T>(
  file: Blob,
  signal: AbortSignal,
  task: (video: HTMLVideoElement, limitedSignal: AbortSignal) => Promise<T>,
): Promise<T> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  const closing = new AbortController();
  const limitedSignal = AbortSignal.any([signal, closing.signal, AbortSignal.timeout(TIMEOUT_MS)]);
  try {
    video.muted = true;
    video.preload = 'auto';
    video.src = url;
    await waitForEvent(video, 'loadeddata', limitedSignal);
    return await task(video, limitedSignal);
  } finally {
    closing.abort();
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}

/** Reads the facts of a video or picture. Files that this browser cannot open are left to the server. */
export async function readMediaFacts(file: Blob, kind: 'video' | 'image', signal: AbortSignal): Promise<MediaFacts> {
  try {
    if (kind === 'video') {
      return await withVideo(file, signal, async ({ videoWidth, duration }) => ({
        width: videoWidth > 0 ? videoWidth : null,
        durationMs: Number.isFinite(duration) ? Math.round(duration * 1_000) : null,
      }));
    }
    const picture = await createImageBitmap(file);
    const { width } = picture;
    picture.close();
    return { width, durationMs: null };
  } catch (error) {
    if (signal.aborted) throw error;
    return UNKNOWN_FACTS;
  }
}

/** Returns a frame of a video as a Base64 JPEG; undefined where this browser cannot show the video. */
export async function capturePoster(file: Blob, signal: AbortSignal): Promise<string | undefined> {
  try {
    return await withVideo(file, signal, async (video, limitedSignal) => {
      const seeked = waitForEvent(video, 'seeked', limitedSignal);
      video.currentTime = Math.min(POSTER_AT_S, video.duration / 2);
      await seeked;
      const scale = Math.min(1, MAX_POSTER_SIDE / Math.max(video.videoWidth, video.videoHeight));
      const canvas = document.createElement('canvas');
      canvas.width = Math.round(video.videoWidth * scale);
      canvas.height = Math.round(video.videoHeight * scale);
      canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
      const url = canvas.toDataURL('image/jpeg', 0.8);
      return url.startsWith('data:image/jpeg;base64,') ? url.slice(url.indexOf(',') + 1) : undefined;
    });
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}
