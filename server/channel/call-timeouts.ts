import { type AdPlatform, AdPlatformError, type FileRef } from './ad-platform.ts';

/** Longest time for one call, or for one page of a listing. */
const CALL_LIMIT_MS = 2 * 60_000;
/** Longest time without progress for calls that upload a file: the whole may take hours as long as more of it is read. */
const FILE_CALL_LIMIT_MS = 10 * 60_000;
/** Longest time for reports, which a network may prepare for an hour. */
const REPORT_LIMIT_MS = 70 * 60_000;

interface Limit {
  readonly passed: Promise<never>;
  /** Begins the time anew. */
  renew(): void;
  end(): void;
}

function startLimit(limitMs: number): Limit {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AdPlatformError('unknown', { code: 2, title: 'no answer in time' })), limitMs);
  });
  return { passed, renew: () => void timer?.refresh(), end: () => clearTimeout(timer) };
}

/** Returns the answer, or fails with `unknown` after the limit, because the request may still take effect. */
async function withLimit<T>(answer: Promise<T>, { passed, end }: Limit): Promise<T> {
  try {
    return await Promise.race([answer, passed]);
  } finally {
    end();
  }
}

async function* listWithTimeout<T>(listing: AsyncIterable<T>, limitMs: number): AsyncGenerator<T> {
  const iterator = listing[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await withLimit(iterator.next(), startLimit(limitMs));
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Not awaited, because it would wait for the page that never came.
    iterator.return?.().catch(() => undefined);
  }
}

const isListing = (answer: unknown): answer is AsyncIterable<unknown> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;

async function* noteChunks<T>(chunks: AsyncIterable<T>, note: () => void): AsyncGenerator<T> {
  for await (const chunk of chunks) {
    note();
    yield chunk;
  }
}

/** The same file, which notes whenever more of it was read. */
const watchFile = (file: FileRef, note: () => void): FileRef => ({
  ...file,
  open: () => {
    const stream = file.open();
    const chunks = { [Symbol.asyncIterator]: stream[Symbol.asyncIterator].bind(stream) };
    stream[Symbol.asyncIterator] = () => noteChunks(chunks, note);
    return stream;
  },
});

const limitOf = (name: string | symbol): number => (name === ('insights' satisfies keyof AdPlatform) ? REPORT_LIMIT_MS : CALL_LIMIT_MS);

/** Wraps an ad network, so that no call takes longer than its limit. */
export function withCallTimeouts(platform: AdPlatform): AdPlatform {
  const files: Pick<AdPlatform, 'uploadAsset' | 'createPost'> = {
    uploadAsset: async (t, account, file, tag) => {
      const limit = startLimit(FILE_CALL_LIMIT_MS);
      return await withLimit(platform.uploadAsset(t, account, watchFile(file, limit.renew), tag), limit);
    },
    createPost: async (t, page, post, tag) => {
      const limit = startLimit(FILE_CALL_LIMIT_MS);
      const watched = post.file === null ? post : { ...post, file: watchFile(post.file, limit.renew) };
      return await withLimit(platform.createPost(t, page, watched, tag), limit);
    },
  };
  return new Proxy(platform, {
    get(target, name) {
      if (name in files && name in target) return Reflect.get(files, name) as unknown;
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      const limitMs = limitOf(name);
      return (...args: unknown[]): unknown => {
        const answer: unknown = Reflect.apply(member, target, args);
        if (answer instanceof Promise) return withLimit(answer, startLimit(limitMs));
        return isListing(answer) ? listWithTimeout(answer, limitMs) : answer;
      };
    },
  });
}
