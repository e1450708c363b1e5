import type { TestApp } from '#tests/support/app.ts';
import { postFixtures } from '#tests/support/posts.ts';

/** The objects that the calls of posts need: drafts of opt_05, whom lead_a leads, on a homepage that opt_05 owns. */
export interface PostFixtures {
  postPage: number;
  postMaterial: number;
  postLanding: number;
  post: number;
  otherPost: number;
}

export async function createPostFixtures(server: TestApp): Promise<PostFixtures> {
  const rows = postFixtures(() => server);
  const drama = await rows.drama({ code: `P-${server.clock.now().getTime()}` });
  const postPage = await rows.homepage('opt_05');
  const postMaterial = await rows.material('opt_05', { code: 'MPOST1', drama_id: drama, sha256: 'p'.repeat(64) });
  const postLanding = await rows.landing('lead_a', drama);
  const parts = { homepage_id: postPage, material_id: postMaterial, landing_page_id: postLanding, link_url: null };
  return { postPage, postMaterial, postLanding, post: await rows.post('opt_05', parts), otherPost: await rows.post('opt_05', parts) };
}

const fields = (fixtures: PostFixtures) => ({
  homepage_id: fixtures.postPage,
  type: 'video',
  material_id: fixtures.postMaterial,
  landing_page_id: fixtures.postLanding,
  message: '她回来了',
  call_to_action: 'WATCH_MORE',
  published: false,
});
const chosen = (fixtures: PostFixtures) => ({ ids: [fixtures.otherPost] });

export const postBodies = {
  '/ad-posts/list': () => ({}),
  '/ad-posts/export': () => ({ columns: ['headline'], locale: 'en' }),
  '/ad-posts/detail': (fixtures: PostFixtures) => ({ id: fixtures.post }),
  '/ad-posts/simple_list': () => ({}),
  '/ad-posts/create': (fixtures: PostFixtures) => ({ ...fields(fixtures), draft: true }),
  '/ad-posts/batch_create': (fixtures: PostFixtures) => ({
    homepage_ids: [fixtures.postPage],
    material_ids: [fixtures.postMaterial],
    texts: ['她回来了'],
    landing_page_id: fixtures.postLanding,
    call_to_action: 'WATCH_MORE',
    combine: 'each',
  }),
  '/ad-posts/edit': (fixtures: PostFixtures) => ({ id: fixtures.post, version: 1, message: '改过的正文' }),
  '/ad-posts/retry': chosen,
  '/ad-posts/sync': chosen,
  '/ad-posts/delete': (fixtures: PostFixtures) => ({ ...chosen(fixtures), reason: '过期' }),
};

type Row = readonly [string, string, string, string, string, string, string, string];
/** A page of the staff that the limited caller lacks. */
const page: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_PATH', 'ok', 'ok', 'NO_PATH', 'TOKEN_REVOKED'];
const anyPage: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'ok', 'ok', 'ok', 'ok', 'TOKEN_REVOKED'];

/** Written by hand, like the whole matrix. */
export const postMatrix = {
  '/ad-posts/list': page,
  '/ad-posts/export': page,
  '/ad-posts/detail': page,
  '/ad-posts/simple_list': anyPage,
  '/ad-posts/create': page,
  '/ad-posts/batch_create': page,
  '/ad-posts/edit': page,
  '/ad-posts/retry': page,
  '/ad-posts/sync': page,
  '/ad-posts/delete': page,
} as const;

/** Calls that take the id of a row, with the rest of the body. */
export const postById = {
  '/ad-posts/detail': { by: 'opt_01', body: (id: unknown) => ({ id }) },
  '/ad-posts/edit': { by: 'opt_01', body: (id: unknown) => ({ id, version: 1, message: 'x' }) },
};
