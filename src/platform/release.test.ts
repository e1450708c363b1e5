import { afterEach, describe, expect, it, vi } from 'vitest';
import { currentRelease, findRelease, reachServer } from './release.ts';

afterEach(() => vi.unstubAllGlobals());

const { signal } = new AbortController();
const stubAnswer = (body: string, status = 200) => vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })));

describe('release', () => {
  it('is unknown without a build', () => {
    expect(currentRelease()).toBe('');
  });

  it('comes from the release file beside the page', async () => {
    stubAnswer('{"release":"a1"}');
    expect(await findRelease(signal)).toEqual({ release: 'a1' });
  });

  it.each([
    ['a page', '<html></html>', 200],
    ['another kind of object', '{"release":7}', 200],
    ['nothing', '', 404],
    ['a proxy that failed', 'Bad Gateway', 502],
  ])('is unknown from %s', async (_, body, status) => {
    stubAnswer(body, status);
    expect(await findRelease(signal)).toEqual({ release: '' });
  });
});

describe('server', () => {
  it('counts as reached with any answer, and as unreachable without one', async () => {
    stubAnswer('', 404);
    await expect(reachServer(signal)).resolves.toBeUndefined();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(reachServer(signal)).rejects.toThrow('Failed to fetch');
  });
});
