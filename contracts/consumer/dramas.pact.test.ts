import { expect, it } from 'vitest';
import { dramaExists, signedInAs, tooMany } from '#contracts/states/states.ts';
import { dramaStages, priceModels } from '#contracts/vocabulary/dramas.ts';
import {
  createDrama,
  deleteDrama,
  editDrama,
  exportDramas,
  listDramas,
  setDramaStatus,
  simpleDramas,
} from '#src/services/dramas.service.ts';
import { describePact, file, success } from './exchange.ts';
import { running } from './launch-rows.ts';
import { date, eachLike, instant, integer, oneOf, someText, string } from './matching.ts';
import { askTooMany } from './orders.ts';
import { askForGone, askRefused, askWrongly, expectQuiet } from './refused.ts';

const state = { id: 51, code: 'LOVE-01', title: '替身新娘', version: 3, copyright_until: '2099-12-31', status: 'on' } as const;
const given = [signedInAs('admin'), dramaExists(state)];
const row = {
  id: 51,
  version: 3,
  code: 'LOVE-01',
  title: '替身新娘',
  title_en: null,
  language: 'en',
  genres: ['romance'],
  episodes_total: 80,
  free_episodes: 10,
  price_model: 'coin',
  stage: 'new',
  status: 'on',
  target_roi_d0_bp: 6_000,
  online_at: '2026-11-01',
  copyright_until: '2099-12-31',
  cover_url: null,
  materials: 0,
  running: 0,
  created_at: '2026-11-20T08:00:00.000Z',
  can: ['edit'],
};
const rowLike = {
  id: integer(51),
  version: integer(3),
  code: string('LOVE-01'),
  title: string('替身新娘'),
  title_en: null,
  language: string('en'),
  genres: eachLike('romance'),
  episodes_total: integer(80),
  free_episodes: integer(10),
  price_model: oneOf('coin', priceModels),
  stage: oneOf('new', dramaStages),
  status: oneOf('on', ['on', 'off']),
  target_roi_d0_bp: integer(6_000),
  online_at: date('2026-11-01'),
  copyright_until: date('2099-12-31'),
  cover_url: null,
  materials: integer(0),
  running: integer(0),
  created_at: instant(row.created_at),
  can: eachLike(oneOf('edit', ['edit', 'set_status', 'delete'])),
};
const fields = {
  code: 'LOVE-01',
  title: '替身新娘',
  language: 'en',
  genres: ['romance'],
  episodes_total: 80,
  free_episodes: 10,
  price_model: 'coin',
  target_roi_d0_bp: 6_000,
  online_at: '2026-11-01',
  copyright_until: '2099-12-31',
} as const;
const created = { ...fields, genres: [...fields.genres] };

describePact('dramas', (ask) => {
  it('lists one page of the dramas', () => {
    const body = { keyword: '新娘', status: 'on', sort: [{ field: 'title', order: 'asc' }], page: 1, page_size: 20 } as const;
    return ask(
      { given, path: '/api/material-dramas/list', body, reply: success({ list: eachLike(rowLike), total: integer(1) }) },
      async (heard) => {
        expect(await listDramas({ ...body, sort: [...body.sort] })).toEqual({ list: [row], total: 1 });
        expectQuiet(heard);
      },
    );
  });

  it('refuses to show the dramas to a user without the page', () =>
    askRefused(ask, {
      given: [signedInAs('staff')],
      path: '/api/material-dramas/list',
      body: { page: 1 },
      refused: { code: 403, reason: 'NO_PATH', message: '无权访问' },
      call: () => listDramas({ page: 1 }),
    }));

  it('creates a drama', () =>
    ask({ given: [signedInAs('admin')], path: '/api/material-dramas/create', body: created, reply: success(rowLike) }, async () =>
      expect(await createDrama(created)).toEqual(row),
    ));

  it('refuses to create a second drama of the same code', () =>
    askRefused(ask, {
      given,
      path: '/api/material-dramas/create',
      body: created,
      refused: { code: 409, reason: 'DUPLICATE', message: '已存在', more: { field: 'code' } },
      call: () => createDrama(created),
      carries: ({ data }) => expect(data).toMatchObject({ field: 'code' }),
    }));

  it('refuses to create a drama whose episodes are all free', () =>
    askWrongly(ask, {
      given: [signedInAs('admin')],
      path: '/api/material-dramas/create',
      body: { ...created, free_episodes: 80 },
      field: 'free_episodes',
      rule: 'maximum',
      message: 'free_episodes不能大于 79',
      call: () => createDrama({ ...created, free_episodes: 80 }),
    }));

  it('edits a drama', () =>
    ask(
      {
        given,
        path: '/api/material-dramas/edit',
        body: { id: 51, version: 3, title: '改名' },
        reply: success({ ...rowLike, title: '改名' }),
      },
      async () => expect(await editDrama({ id: 51, version: 3, title: '改名' })).toEqual({ ...row, title: '改名' }),
    ));

  it('refuses to edit a drama that was changed in the meantime', () =>
    askRefused(ask, {
      given,
      path: '/api/material-dramas/edit',
      body: { id: 51, version: 2, title: '改名' },
      refused: { code: 409, reason: 'VERSION_CONFLICT', message: '? 于 2026-11-20 16:00 修改过，请重新载入', more: { latest: rowLike } },
      call: () => editDrama({ id: 51, version: 2, title: '改名' }),
      carries: ({ data }) => expect(data).toMatchObject({ latest: row }),
    }));

  it('refuses to edit a drama that is gone', () =>
    askForGone(ask, {
      path: '/api/material-dramas/edit',
      body: { id: 99, version: 1, title: '改名' },
      call: () => editDrama({ id: 99, version: 1, title: '改名' }),
    }));

  it('switches a drama off', () =>
    ask(
      { given, path: '/api/material-dramas/set_status', body: { id: 51, status: 'off' }, reply: success({ ...rowLike, status: 'off' }) },
      async () => expect(await setDramaStatus({ id: 51, status: 'off' })).toEqual({ ...row, status: 'off' }),
    ));

  it('refuses to switch on a drama whose copyright has ended', () =>
    askRefused(ask, {
      given: [signedInAs('admin'), dramaExists({ ...state, status: 'off', copyright_until: '2026-11-02' })],
      path: '/api/material-dramas/set_status',
      body: { id: 51, status: 'on' },
      refused: { code: 422, reason: 'CONTENT_OFF', message: '剧目/商品已下架或版权到期' },
      call: () => setDramaStatus({ id: 51, status: 'on' }),
    }));

  it('refuses to switch a drama that is gone', () =>
    askForGone(ask, {
      path: '/api/material-dramas/set_status',
      body: { id: 99, status: 'on' },
      call: () => setDramaStatus({ id: 99, status: 'on' }),
    }));

  it('deletes a drama', () =>
    ask({ given, path: '/api/material-dramas/delete', body: { id: 51, reason: '下线' }, reply: success({}) }, async () =>
      expect(await deleteDrama({ id: 51, reason: '下线' })).toEqual({}),
    ));

  it('refuses to delete a drama that ads advertise', () =>
    askRefused(ask, {
      given: running,
      path: '/api/material-dramas/delete',
      body: { id: 51, reason: '下线' },
      refused: { code: 422, reason: 'CONTENT_IN_USE', message: '有在投广告，不能删除' },
      call: () => deleteDrama({ id: 51, reason: '下线' }),
    }));

  it('refuses to delete a drama that is gone', () =>
    askForGone(ask, {
      path: '/api/material-dramas/delete',
      body: { id: 99, reason: '下线' },
      call: () => deleteDrama({ id: 99, reason: '下线' }),
    }));

  it('offers dramas to choose from', () =>
    ask(
      {
        given,
        path: '/api/material-dramas/simple_list',
        body: { keyword: '新娘' },
        reply: success({
          list: eachLike({ id: integer(51), label: string('替身新娘'), sub: string('LOVE-01 · en'), status: string('on') }),
          total: integer(1),
        }),
      },
      async () =>
        expect(await simpleDramas({ keyword: '新娘' })).toEqual({
          list: [{ id: 51, label: '替身新娘', sub: 'LOVE-01 · en', status: 'on' }],
          total: 1,
        }),
    ));

  it('offers dramas to advertise, and says which cannot be used', () => {
    const offered = { id: 51, label: '替身新娘', sub: 'LOVE-01 · en', status: 'off', disabled: '剧目已下架' };
    const like = { ...offered, id: integer(51), label: string('替身新娘'), sub: string(offered.sub), disabled: someText(offered.disabled) };
    return ask(
      {
        given: [signedInAs('admin'), dramaExists({ ...state, status: 'off' })],
        path: '/api/material-dramas/simple_list',
        body: { usable: true },
        reply: success({ list: eachLike(like), total: integer(1) }),
      },
      async () => expect(await simpleDramas({ usable: true })).toEqual({ list: [offered], total: 1 }),
    );
  });

  it('exports the dramas', () =>
    ask(
      {
        given,
        path: '/api/material-dramas/export',
        body: { columns: ['code', 'title'], locale: 'zh-cn' },
        reply: file({ plain: 'dramas_202611201600.xlsx', name: '剧目_202611201600.xlsx' }),
      },
      async () => expect((await exportDramas({ columns: ['code', 'title'], locale: 'zh-cn' })).name).toBe('剧目_202611201600.xlsx'),
    ));

  it('refuses to export more dramas than a file may hold', () =>
    askTooMany(ask, {
      given: [signedInAs('admin'), tooMany('dramas')],
      path: '/api/material-dramas/export',
      body: { columns: ['code', 'title'], locale: 'zh-cn' },
      call: () => exportDramas({ columns: ['code', 'title'], locale: 'zh-cn' }),
    }));
});
