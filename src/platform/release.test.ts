import { afterEach, describe, expect, it, vi } from 'vitest';
import { currentRelease, findRelease, reachServer } from './release.ts';

afterEach(() => vi.unstubAllGlobals());

const { signal } = new AbortController();
const answering = (body: string, status = 200) => vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })));

describe('the release', () => {
  it('is not known where nobody built it', () => {
    expect(currentRelease()).toBe('');
  });

  it('is what the file beside the page says', async () => {
    answering('{"release":"a1"}');
    expect(await findRelease(signal)).toEqual({ release: 'a1' });
  });

  it.each([
    ['a page', '<html></html>', 200],
    ['another kind of object', '{"release":7}', 200],
    ['nothing', '', 404],
    ['a proxy that failed', 'Bad Gateway', 502],
  ])('is not known from %s', async (_, body, status) => {
    answering(body, status);
    expect(await findRelease(signal)).toEqual({ release: '' });
  });
});

describe('the server', () => {
  it('is reached by any answer, and not by none', async () => {
    answering('', 404);
    await expect(reachServer(signal)).resolves.toBeUndefined();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(reachServer(signal)).rejects.toThrow('Failed to fetch');
  });
});
