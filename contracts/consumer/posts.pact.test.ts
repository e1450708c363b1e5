import { expect, it } from 'vitest';
import {
  assetChanged,
  assetInBatch,
  dramaExists,
  homepageExists,
  landingExists,
  materialExists,
  opensEveryPage,
  postExists,
  signedInAs,
  siteExists,
  tooMany,
} from '#contracts/states/states.ts';
import { batchStatuses } from '#contracts/vocabulary/batches.ts';
import { callsToAction, postStatuses, postTypes } from '#contracts/vocabulary/posts.ts';
import * as posts from '#src/services/posts.service.ts';
import { refLike } from './asset-rows.ts';
import { ada, adaGrants } from './channel-answers.ts';
import { describePact, file, success } from './exchange.ts';
import { boolean, eachLike, instant, integer, oneOf, someText, string } from './matching.ts';
import { askBusy, askChanged, askOrder, askTooMany } from './orders.ts';
import { askForGone, askRefused, askWrongly, expectQuiet } from './refused.ts';

const admin = [signedInAs('admin')];
const drama = dramaExists({ id: 51, code: 'LOVE-01', title: '替身新娘', version: 1, copyright_until: '2099-12-31', status: 'on' });
const material = (status: 'ready' | 'failed' = 'ready') =>
  materialExists({
    id: 71,
    code: 'M000071',
    title: '反转',
    version: 2,
    status,
    biz: 'dj',
    content_id: 51,
    owner: 11,
    parent_material_id: null,
  });
const page = (status: 'active' | 'unpublished' | 'token_expired' = 'active') =>
  homepageExists({ id: 61, platform_page_id: '3001', name: 'Page 3001', personal_account_id: 51, version: 1, status });
const landing = [
  siteExists({ id: 41, name: '爱剧', domain: 'love.test', biz: 'dj', version: 1, status: 'on', pixel_id: null, homepage_id: null }),
  landingExists({ id: 42, site_id: 41, drama_id: 51, title: '第一集', slug: 'ep-1', version: 1, status: 'online' }),
];
const partsWith = (homepage = page(), shown = material()) => [...admin, adaGrants, ada('self'), homepage, drama, shown, ...landing];
const parts = partsWith();
const post = (id: number, status: 'draft' | 'ready' = 'draft') =>
  postExists({ id, version: 2, status, homepage_id: 61, material_id: 71, landing_page_id: 42, owner: 11 });
const draft = [...parts, post(81)];
const ready = [...parts, post(81, 'ready')];
const four = [...draft, post(82), post(83), post(84)];
const unpublished = {
  given: partsWith(page('unpublished')),
  refused: { code: 422, reason: 'HOMEPAGE_UNUSABLE', message: '主页不可用：unpublished' },
};
const ended = {
  given: partsWith(page('token_expired')),
  refused: { code: 512, reason: 'PLATFORM_AUTH', message: '授权失效，请重新授权 Ada' },
};
const notReady = {
  given: partsWith(page(), material('failed')),
  refused: { code: 422, reason: 'MATERIAL_NOT_READY', message: '未就绪' },
};
type Obstacle = typeof unpublished;

const row = {
  id: 81,
  version: 2,
  homepage: { id: 61, label: 'Page 3001' },
  type: 'video',
  material: { id: 71, label: '反转' },
  cover_url: '/files/cover',
  message: '她回来了',
  headline: '第一集',
  description: null,
  call_to_action: 'WATCH_MORE',
  link_url: 'https://love.test/ep-1',
  landing: { id: 42, label: '第一集' },
  content: { id: 51, label: '替身新娘' },
  published: true,
  scheduled_at: '2026-12-01T00:00:00.000Z',
  status: 'ready',
  eligible: true,
  platform_post_id: '3001_1',
  use_count: 0,
  reactions: 3,
  comments: 2,
  shares: 1,
  synced_at: '2026-11-20T08:00:00.000Z',
  owner: { id: 11, label: '林管理' },
  error: null,
  created_at: '2026-11-20T08:00:00.000Z',
  can: ['sync'],
};
const rowLike = {
  ...row,
  id: integer(81),
  version: integer(2),
  homepage: refLike(row.homepage),
  type: oneOf('video', postTypes),
  material: refLike(row.material),
  cover_url: someText('/files/cover'),
  message: string('她回来了'),
  headline: string('第一集'),
  call_to_action: oneOf('WATCH_MORE', callsToAction),
  link_url: string(row.link_url),
  landing: refLike(row.landing),
  content: refLike(row.content),
  published: boolean(true),
  scheduled_at: instant(row.scheduled_at),
  status: oneOf('ready', postStatuses),
  eligible: boolean(true),
  platform_post_id: string('3001_1'),
  use_count: integer(0),
  reactions: integer(3),
  comments: integer(2),
  shares: integer(1),
  synced_at: instant(row.synced_at),
  owner: refLike(row.owner),
  created_at: instant(row.created_at),
  can: eachLike(oneOf('sync', ['sync', 'delete'])),
};
const drafted = { status: 'draft', eligible: false, platform_post_id: null, reactions: 0, comments: 0, shares: 0, synced_at: null };
const draftRow = { ...row, ...drafted, can: ['edit', 'retry', 'delete'] };
const draftLike = { ...rowLike, ...drafted, reactions: integer(0), comments: integer(0), shares: integer(0), can: draftRow.can };

const counts = { total: 1, done: 1, ok: 1, fail: 0, skip: 0, unknown: 0, canceled: 0 };
const begun = { batch_id: 1001, status: 'succeeded', ...counts };
const begunLike = {
  batch_id: integer(1001),
  status: oneOf('succeeded', batchStatuses),
  ...Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, integer(count)])),
};

const fields = {
  homepage_id: 61,
  type: 'video',
  material_id: 71,
  message: '她回来了',
  landing_page_id: 42,
  call_to_action: 'WATCH_MORE',
  published: false,
} as const;
const several = {
  homepage_ids: [61],
  material_ids: [71],
  texts: ['她回来了'],
  headlines: ['第一集'],
  landing_page_id: 42,
  call_to_action: 'WATCH_MORE',
  combine: 'each',
} as const;
const order = { ...several, homepage_ids: [61], material_ids: [71], texts: ['她回来了'], headlines: ['第一集'] };

describePact('posts', (ask) => {
  it('lists one page of the posts', () => {
    const body = { keyword: '她回来了', status: 'ready' as const, page: 1, page_size: 20 as const };
    return ask(
      { given: ready, path: '/api/ad-posts/list', body, reply: success({ list: eachLike(rowLike), total: integer(1) }) },
      async (heard) => {
        expect(await posts.listPosts(body)).toEqual({ list: [row], total: 1 });
        expectQuiet(heard);
      },
    );
  });

  it('shows a draft, which is not on the channel', () =>
    ask({ given: draft, path: '/api/ad-posts/detail', body: { id: 81 }, reply: success(draftLike) }, async () =>
      expect(await posts.postDetail({ id: 81 })).toEqual(draftRow),
    ));

  it('refuses to show a post that is gone', () =>
    askForGone(ask, { path: '/api/ad-posts/detail', body: { id: 99 }, call: () => posts.postDetail({ id: 99 }) }));

  it('offers posts to choose from', () => {
    const offered = { id: 81, label: '第一集', sub: 'Page 3001 · 3001_1', status: 'ready' };
    const like = { id: integer(81), label: string(offered.label), sub: string(offered.sub), status: string('ready') };
    return ask(
      { given: ready, path: '/api/ad-posts/simple_list', body: {}, reply: success({ list: eachLike(like), total: integer(1) }) },
      async () => expect(await posts.simplePosts({})).toEqual({ list: [offered], total: 1 }),
    );
  });

  it('says which post cannot be chosen', () => {
    const offered = { id: 81, label: '第一集', sub: '反转 · Page 3001', status: 'draft', disabled: '帖子未就绪或不可投放' };
    const like = {
      ...offered,
      id: integer(81),
      label: string(offered.label),
      sub: string(offered.sub),
      disabled: someText(offered.disabled),
    };
    return ask(
      { given: draft, path: '/api/ad-posts/simple_list', body: { ids: [81] }, reply: success({ list: eachLike(like), total: integer(1) }) },
      async () => expect(await posts.simplePosts({ ids: [81] })).toEqual({ list: [offered], total: 1 }),
    );
  });

  it('saves a draft', () => {
    const body = { ...fields, draft: true as const };
    return ask({ given: parts, path: '/api/ad-posts/create', body, reply: success({ id: integer(1001) }) }, async () =>
      expect(await posts.createPost(body)).toEqual({ id: 1001 }),
    );
  });

  it('saves a draft with only a text', () => {
    const { homepage_id: _page, material_id: _material, landing_page_id: _landing, ...rest } = fields;
    const body = { ...rest, landing_page_id: null, link_url: null, draft: true as const };
    return ask({ given: parts, path: '/api/ad-posts/create', body, reply: success({ id: integer(1001) }) }, async () =>
      expect(await posts.createPost(body)).toEqual({ id: 1001 }),
    );
  });

  it('creates a post on the channel', () =>
    ask({ given: parts, path: '/api/ad-posts/create', body: fields, reply: success({ id: integer(1001), ...begunLike }) }, async () =>
      expect(await posts.createPost(fields)).toEqual({ id: 1001, ...begun }),
    ));

  const askToCreate = (obstacle: Obstacle) =>
    askRefused(ask, { ...obstacle, path: '/api/ad-posts/create', body: fields, call: () => posts.createPost(fields) });
  const askForSeveral = (obstacle: Obstacle) =>
    askRefused(ask, { ...obstacle, path: '/api/ad-posts/batch_create', body: order, call: () => posts.createPosts(order) });
  const askToEdit = ({ given, refused }: Obstacle) => {
    const body = { id: 81, version: 2, message: '她走了' };
    return askRefused(ask, { given: [...given, post(81)], path: '/api/ad-posts/edit', body, refused, call: () => posts.editPost(body) });
  };

  it('refuses to create a post for staff without the action', () =>
    askRefused(ask, {
      given: [signedInAs('staff'), opensEveryPage()],
      path: '/api/ad-posts/create',
      body: fields,
      refused: { code: 403, reason: 'NO_ACTION', message: '无此操作权限' },
      call: () => posts.createPost(fields),
    }));

  it('refuses to create a post with a page that accepts none', () => askToCreate(unpublished));

  it('refuses to create posts with a page that accepts none', () => askForSeveral(unpublished));

  it('refuses to edit a post to use a page that accepts none', () => askToEdit(unpublished));

  it('refuses to create a post with a page whose authorisation ended', () => askToCreate(ended));

  it('refuses to create posts with a page whose authorisation ended', () => askForSeveral(ended));

  it('refuses to edit a post to use a page whose authorisation ended', () => askToEdit(ended));

  it('refuses to create a post with a material that is not ready', () => askToCreate(notReady));

  it('refuses to create posts with a material that is not ready', () => askForSeveral(notReady));

  it('refuses to edit a post to use a material that is not ready', () => askToEdit(notReady));

  it('refuses to create a post without a destination', () => {
    const body = { ...fields, landing_page_id: null };
    return askWrongly(ask, {
      given: parts,
      path: '/api/ad-posts/create',
      body,
      field: 'landing_page_id',
      rule: 'landingOrLink',
      message: '请选择落地页，或填写链接，两者取其一',
      call: () => posts.createPost(body),
    });
  });

  it('creates several posts', () =>
    ask({ given: parts, path: '/api/ad-posts/batch_create', body: order, reply: success(begunLike) }, async () =>
      expect(await posts.createPosts(order)).toEqual(begun),
    ));

  it('edits a draft', () => {
    const body = { id: 81, version: 2, message: '她走了' };
    return ask(
      { given: draft, path: '/api/ad-posts/edit', body, reply: success({ ...draftLike, version: integer(3), message: '她走了' }) },
      async () => expect(await posts.editPost(body)).toEqual({ ...draftRow, version: 3, message: '她走了' }),
    );
  });

  it('refuses to edit a post that was changed in the meantime', () => {
    const body = { id: 81, version: 1, message: '她走了' };
    return askRefused(ask, {
      given: [...draft, assetChanged({ asset_type: 'post', id: 81, by: 'lead_a' })],
      path: '/api/ad-posts/edit',
      body,
      refused: {
        code: 409,
        reason: 'VERSION_CONFLICT',
        message: 'lead_a 于 2026-11-20 16:00 修改过，请重新载入',
        more: { by: 'lead_a', at: instant('2026-11-20T08:00:00.000Z'), latest: draftLike },
      },
      call: () => posts.editPost(body),
      carries: ({ data }) => expect(data).toMatchObject({ by: 'lead_a', latest: draftRow }),
    });
  });

  it('refuses to edit a post that is gone', () => {
    const body = { id: 99, version: 1, message: '她走了' };
    return askForGone(ask, { path: '/api/ad-posts/edit', body, call: () => posts.editPost(body) });
  });

  it('refuses to edit a post that a batch has locked', () => {
    const body = { id: 81, version: 2, message: '她走了' };
    return askBusy(ask, {
      given: [...draft, assetInBatch({ asset_type: 'post', asset_id: 81, batch_id: 900 })],
      path: '/api/ad-posts/edit',
      body,
      call: () => posts.editPost(body),
    });
  });

  it('refuses to edit a post that is on the channel', () => {
    const body = { id: 81, version: 2, message: '她走了' };
    return askRefused(ask, {
      given: ready,
      path: '/api/ad-posts/edit',
      body,
      refused: { code: 422, reason: 'IMMUTABLE_FIELD', message: '创建后不可修改：message' },
      call: () => posts.editPost(body),
    });
  });

  const all = { filter: { type: 'video' as const }, expected_total: 4 };
  const fewer = { ...all, expected_total: 2 };

  it('creates drafts and failed posts in two batches when one cannot hold them all', () => {
    const body = all;
    return askOrder(ask, { given: four, path: '/api/ad-posts/retry', body, call: () => posts.retryPosts(body) });
  });

  it('refuses to create drafts and failed posts when the number of matches changed', () => {
    const body = fewer;
    return askChanged(ask, { given: draft, path: '/api/ad-posts/retry', body, total: 1, call: () => posts.retryPosts(body) });
  });

  it('synchronises posts in two batches when one cannot hold them all', () => {
    const body = all;
    return askOrder(ask, { given: four, path: '/api/ad-posts/sync', body, call: () => posts.syncPosts(body) });
  });

  it('refuses to synchronise posts when the number of matches changed', () => {
    const body = fewer;
    return askChanged(ask, { given: draft, path: '/api/ad-posts/sync', body, total: 1, call: () => posts.syncPosts(body) });
  });

  it('deletes posts in two batches when one cannot hold them all', () => {
    const body = { ...all, reason: '过期' };
    return askOrder(ask, { given: four, path: '/api/ad-posts/delete', body, call: () => posts.deletePosts(body) });
  });

  it('refuses to delete posts when the number of matches changed', () => {
    const body = { ...fewer, reason: '过期' };
    return askChanged(ask, { given: draft, path: '/api/ad-posts/delete', body, total: 1, call: () => posts.deletePosts(body) });
  });

  const exporting = { columns: ['headline', 'status'] as const, locale: 'zh-cn' as const };
  const exported = { columns: [...exporting.columns], locale: exporting.locale };

  it('exports the posts', () =>
    ask(
      {
        given: ready,
        path: '/api/ad-posts/export',
        body: exported,
        reply: file({ plain: 'posts_202611201600.xlsx', name: '帖子管理_202611201600.xlsx' }),
      },
      async () => expect((await posts.exportPosts(exported)).name).toBe('帖子管理_202611201600.xlsx'),
    ));

  it('refuses to export more rows than a file may hold', () =>
    askTooMany(ask, {
      given: [...admin, tooMany('posts')],
      path: '/api/ad-posts/export',
      body: exported,
      call: () => posts.exportPosts(exported),
    }));
});
