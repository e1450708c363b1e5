import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AdPlatform, AdPlatformError, type FileRef, type RemoteAccount } from './ad-platform.ts';
import { withCallTimeouts } from './call-timeouts.ts';
import { postOf } from './conformance/specs.ts';

const t = { token: 'x' };
const never = () => new Promise<never>(() => undefined);
const platformOf = (some: Partial<AdPlatform>): AdPlatform => withCallTimeouts(some as AdPlatform);
/** Outcome of a call after so many seconds. */
async function after<T>(seconds: number, answer: Promise<T>): Promise<T | string> {
  const settled = answer.catch((error: unknown) => (error instanceof AdPlatformError ? error.kind : 'thrown'));
  const result = Promise.race([settled, new Promise<string>((resolve) => void setTimeout(resolve, seconds * 1_000, 'waiting'))]);
  await vi.advanceTimersByTimeAsync(seconds * 1_000);
  return await result;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a call to a channel', () => {
  test('that never returns is unknown after two minutes', async () => {
    const platform = platformOf({ update: never });
    expect(await after(119, platform.update(t, '2', 'ad', '1', { status: 'PAUSED' }))).toBe('waiting');
    expect(await after(121, platform.update(t, '2', 'ad', '1', { status: 'PAUSED' }))).toBe('unknown');
  });

  test('that uploads a file has ten minutes', async () => {
    const platform = platformOf({ createPost: never });
    expect(await after(590, platform.createPost(t, '1', {} as never, 'tag'))).toBe('waiting');
    expect(await after(610, platform.createPost(t, '1', {} as never, 'tag'))).toBe('unknown');
  });

  test('that uploads a file may take hours while more of the file is read, and ends ten minutes after it stands still', async () => {
    const MINUTE = 60_000;
    let delivered = 0;
    async function* slowly() {
      for (; delivered < 20; delivered += 1) {
        await new Promise((resolve) => void setTimeout(resolve, 9 * MINUTE));
        yield Buffer.from('part');
      }
      await never();
    }
    const file = { name: 'f', mime: 'video/mp4', size: 80, sha256: '', open: () => Readable.from(slowly()) };
    const read = async (from: FileRef) => {
      for await (const _part of from.open());
      return await never();
    };
    const uploads = [
      () => platformOf({ uploadAsset: (_t, _account, from) => read(from) }).uploadAsset(t, '1', file, 'tag'),
      () => platformOf({ createPost: (_t, _page, post) => read(post.file ?? file) }).createPost(t, '1', postOf({ file }), 'tag'),
    ];
    for (const upload of uploads) {
      delivered = 0;
      const call: Promise<object> = upload();
      let ended = '';
      call.catch((error: unknown) => void (ended = error instanceof AdPlatformError ? error.kind : 'thrown'));
      await vi.advanceTimersByTimeAsync(20 * 9 * MINUTE);
      expect([delivered, ended]).toEqual([20, '']);
      await vi.advanceTimersByTimeAsync(10 * MINUTE + 1);
      expect(ended).toBe('unknown');
    }
  });

  test('returns, fails and builds addresses as without a limit', async () => {
    const rejected = new AdPlatformError('rejected', { code: 100 });
    const platform = platformOf({
      authUrl: (state) => `/auth?${state}`,
      findPost: async () => ({ post_id: '7' }),
      deletePost: () => Promise.reject(rejected),
    });
    expect(platform.authUrl('s')).toBe('/auth?s');
    expect(await platform.findPost(t, '1', { tag: 'tag' } as never)).toEqual({ post_id: '7' });
    await expect(platform.deletePost(t, '1', '7')).rejects.toBe(rejected);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that lists has two minutes for each page', async () => {
    const account = (id: string) => ({ id }) as RemoteAccount;
    const platform = platformOf({
      async *listAdAccounts() {
        for (const id of ['1', '2', '3']) {
          await new Promise((resolve) => void setTimeout(resolve, 90_000));
          yield account(id);
        }
        await never();
      },
    });
    const listed: string[] = [];
    const listing = (async () => {
      for await (const { id } of platform.listAdAccounts(t)) listed.push(id);
    })();
    expect(await after(600, listing)).toBe('unknown');
    expect(listed).toEqual(['1', '2', '3']);
  });
});
