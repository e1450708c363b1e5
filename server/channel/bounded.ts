import { type AdPlatform, AdPlatformError } from './ad-platform.ts';

/** How long one call may take, or one page of a listing. */
const LIMIT_MS = 2 * 60_000;
/** The same of calls that carry a file. */
const FILE_LIMIT_MS = 10 * 60_000;
const carriesFile: ReadonlySet<string | symbol> = new Set<keyof AdPlatform>(['uploadAsset', 'createPost']);

/** The answer, or `unknown` once it is waited for no longer: what was sent may still take effect. */
async function within<T>(answer: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AdPlatformError('unknown', { code: 2, title: 'no answer in time' })), limitMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function* eachWithin<T>(listing: AsyncIterable<T>, limitMs: number): AsyncGenerator<T> {
  const iterator = listing[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await within(iterator.next(), limitMs);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Not waited for: it would wait for the very page that never came.
    iterator.return?.().catch(() => undefined);
  }
}

const isListing = (answer: unknown): answer is AsyncIterable<unknown> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;

/** The same network, but that no call to it takes longer than a caller can wait. */
export function bounded(platform: AdPlatform): AdPlatform {
  return new Proxy(platform, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      const limitMs = carriesFile.has(name) ? FILE_LIMIT_MS : LIMIT_MS;
      return (...asked: unknown[]): unknown => {
        const answer: unknown = Reflect.apply(member, target, asked);
        if (answer instanceof Promise) return within(answer, limitMs);
        return isListing(answer) ? eachWithin(answer, limitMs) : answer;
      };
    },
  });
}
