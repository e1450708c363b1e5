import { type AdPlatform, AdPlatformError } from './ad-platform.ts';

/** Longest time for one call, or for one page of a listing. */
const CALL_LIMIT_MS = 2 * 60_000;
/** Longest time for calls that upload a file. */
const FILE_CALL_LIMIT_MS = 10 * 60_000;
/** Longest time for reports, which a network may prepare for an hour. */
const REPORT_LIMIT_MS = 70 * 60_000;
const fileCalls: ReadonlySet<string | symbol> = new Set<keyof AdPlatform>(['uploadAsset', 'createPost']);

/** Returns the answer, or fails with `unknown` after the limit, because the request may still take effect. */
async function withTimeout<T>(answer: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AdPlatformError('unknown', { code: 2, title: 'no answer in time' })), limitMs);
  });
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

async function* listWithTimeout<T>(listing: AsyncIterable<T>, limitMs: number): AsyncGenerator<T> {
  const iterator = listing[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await withTimeout(iterator.next(), limitMs);
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

const limitOf = (name: string | symbol): number => {
  if (name === ('insights' satisfies keyof AdPlatform)) return REPORT_LIMIT_MS;
  return fileCalls.has(name) ? FILE_CALL_LIMIT_MS : CALL_LIMIT_MS;
};

/** Wraps an ad network, so that no call takes longer than its limit. */
export function withCallTimeouts(platform: AdPlatform): AdPlatform {
  return new Proxy(platform, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      const limitMs = limitOf(name);
      return (...args: unknown[]): unknown => {
        const answer: unknown = Reflect.apply(member, target, args);
        if (answer instanceof Promise) return withTimeout(answer, limitMs);
        return isListing(answer) ? listWithTimeout(answer, limitMs) : answer;
      };
    },
  });
}
