import type { HashMessage } from './file-hash.worker.ts';

/** Computes the SHA-256 of a file as hex in a worker. Rejects when the file cannot be read or the signal aborts. */
export function hashFile(file: Blob, { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number) => void }): Promise<string> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const worker = new Worker(new URL('./file-hash.worker.ts', import.meta.url), { type: 'module' });
    const end = (finish: () => void) => {
      worker.terminate();
      finish();
    };
    signal.addEventListener('abort', () => end(() => reject(signal.reason)), { once: true });
    worker.onmessage = ({ data }: MessageEvent<HashMessage>) => {
      if ('done' in data) onProgress(data.done);
      else if ('sha256' in data) end(() => resolve(data.sha256));
      else end(() => reject(new Error('the file cannot be read')));
    };
    worker.onerror = () => end(() => reject(new Error('the file cannot be read')));
    worker.postMessage(file);
  });
}
