import { expect, it } from 'vitest';
import { {{thing}}Changed, {{thing}}Exists, signedInAs, tooMany{{Things}} } from '#contracts/states/states.ts';
import { create{{Thing}}, delete{{Thing}}, edit{{Thing}}, export{{Things}}, list{{Things}} } from '#src/services/{{names}}.service.ts';
import { describePact, file, success } from './exchange.ts';
import { eachLike, instant, integer, string } from './matching.ts';
import { askForGone, askRefused, askWrongly, expectQuiet } from './refused.ts';

const given = { id: 31, name: '甲', version: 3 };
const row = {
  id: 31,
  version: 3,
  name: '甲',
  remark: '合约',
  created_at: '2026-11-20T08:00:00.000Z',
  updated_at: '2026-11-20T08:00:00.000Z',
};
const rowLike = {
  id: integer(row.id),
  version: integer(row.version),
  name: string(row.name),
  remark: string(row.remark),
  created_at: instant(row.created_at),
  updated_at: instant(row.updated_at),
};

describePact('{{names}}', (ask) => {
  it('lists one page of the {{nouns}}, filtered and sorted', () =>
    ask(
      {
        given: [signedInAs('{{who}}'), {{thing}}Exists(given)],
        path: '/api{{api}}/list',
        body: { keyword: '甲', sort: [{ field: 'updated_at', order: 'desc' }], page: 1, page_size: 20 },
        reply: success({ list: eachLike(rowLike), total: integer(1) }),
      },
      async (heard) => {
        const answer = await list{{Things}}({ keyword: '甲', sort: [{ field: 'updated_at', order: 'desc' }], page: 1, page_size: 20 });
        expect(answer).toEqual({ list: [row], total: 1 });
        expectQuiet(heard);
      },
    ));

  it('finds none of the {{nouns}} by an unknown word', () =>
    ask(
      {
        given: [signedInAs('{{who}}')],
        path: '/api{{api}}/list',
        body: { keyword: '没有', page: 1, page_size: 20 },
        reply: success({ list: [], total: 0 }),
      },
      async () => expect(await list{{Things}}({ keyword: '没有', page: 1, page_size: 20 })).toEqual({ list: [], total: 0 }),
    ));

  it('shows the {{nouns}} to nobody without the page', () =>
    askRefused(ask, {
      given: [signedInAs('{{outsider}}')],
      path: '/api{{api}}/list',
      body: { page: 1, page_size: 20 },
      refused: { code: 403, reason: '{{outsiderReason}}', message: '{{outsiderText}}' },
      call: () => list{{Things}}({ page: 1, page_size: 20 }),
    }));

  it('exports the {{targets}} as a spreadsheet', () =>
    ask(
      {
        given: [signedInAs('{{who}}'), {{thing}}Exists(given)],
        path: '/api{{api}}/export',
        body: { keyword: '甲', sort: [{ field: 'name', order: 'asc' }], columns: ['name', 'remark'], locale: 'zh-cn' },
        reply: file({ plain: '{{names}}_20261120_160000.xlsx', name: '{{titleZh}}_20261120_160000.xlsx' }),
      },
      async (heard) => {
        const answer = await export{{Things}}({
          keyword: '甲',
          sort: [{ field: 'name', order: 'asc' }],
          columns: ['name', 'remark'],
          locale: 'zh-cn',
        });
        expect(answer.name).toBe('{{titleZh}}_20261120_160000.xlsx');
        expect(answer.content.size).toBeGreaterThan(0);
        expectQuiet(heard);
      },
    ));

  it('exports no more {{nouns}} than a file may hold, and says so as JSON', () =>
    askRefused(ask, {
      given: [signedInAs('{{who}}'), tooMany{{Things}}()],
      path: '/api{{api}}/export',
      body: { columns: ['name'], locale: 'zh-cn' },
      refused: { code: 413, reason: 'EXPORT_TOO_LARGE', message: '共 51 行,超过 50 行,请缩小范围' },
      call: () => export{{Things}}({ columns: ['name'], locale: 'zh-cn' }),
    }));

  it('creates {{aNoun}}', () =>
    ask(
      {
        given: [signedInAs('{{who}}')],
        path: '/api{{api}}/create',
        body: { name: '甲', remark: '合约' },
        reply: success(rowLike),
      },
      async () => expect(await create{{Thing}}({ name: '甲', remark: '合约' })).toEqual(row),
    ));

  it('creates {{aNoun}} without a remark', () =>
    ask(
      {
        given: [signedInAs('{{who}}')],
        path: '/api{{api}}/create',
        body: { name: '甲', remark: null },
        reply: success({ ...rowLike, remark: null }),
      },
      async () => expect(await create{{Thing}}({ name: '甲', remark: null })).toEqual({ ...row, remark: null }),
    ));

  it('creates no second one of the {{nouns}} with the same name', () =>
    askRefused(ask, {
      given: [signedInAs('{{who}}'), {{thing}}Exists(given)],
      path: '/api{{api}}/create',
      body: { name: '甲', remark: null },
      refused: { code: 409, reason: 'DUPLICATE', message: '已存在' },
      call: () => create{{Thing}}({ name: '甲', remark: null }),
    }));

  it('creates none of the {{nouns}} with a blank name', () =>
    askWrongly(ask, {
      given: [signedInAs('{{who}}')],
      path: '/api{{api}}/create',
      body: { name: ' ', remark: null },
      field: 'name',
      rule: 'blank',
      message: 'name不能为空字符',
      call: () => create{{Thing}}({ name: ' ', remark: null }),
    }));

  it('edits {{aNoun}}', () =>
    ask(
      {
        given: [signedInAs('{{who}}'), {{thing}}Exists(given)],
        path: '/api{{api}}/edit',
        body: { id: 31, version: 3, name: '乙' },
        reply: success({ ...rowLike, name: string('乙') }),
      },
      async () => expect(await edit{{Thing}}({ id: 31, version: 3, name: '乙' })).toEqual({ ...row, name: '乙' }),
    ));

  it('edits none of the {{nouns}} that somebody else changed meanwhile', () =>
    askRefused(ask, {
      given: [signedInAs('{{who}}'), {{thing}}Exists(given), {{thing}}Changed({ id: 31, by: '李青' })],
      path: '/api{{api}}/edit',
      body: { id: 31, version: 2, name: '改名' },
      refused: {
        code: 409,
        reason: 'VERSION_CONFLICT',
        message: '李青 于 2026-11-20 16:00 修改过,请重新载入',
        more: { by: '李青', at: instant('2026-11-20T08:00:00.000Z'), latest: rowLike },
      },
      call: () => edit{{Thing}}({ id: 31, version: 2, name: '改名' }),
      carries: ({ data }) => expect(data).toMatchObject({ by: '李青', at: '2026-11-20T08:00:00.000Z', latest: row }),
    }));

  it('edits none of the {{nouns}} to a name that is taken', () =>
    askRefused(ask, {
      given: [signedInAs('{{who}}'), {{thing}}Exists(given), {{thing}}Exists({ ...given, id: 32, name: '乙' })],
      path: '/api{{api}}/edit',
      body: { id: 32, version: 3, name: '甲' },
      refused: { code: 409, reason: 'DUPLICATE', message: '已存在' },
      call: () => edit{{Thing}}({ id: 32, version: 3, name: '甲' }),
    }));

  it('edits none of the {{nouns}} that are gone', () =>
    askForGone(ask, {
      who: '{{who}}',
      path: '/api{{api}}/edit',
      body: { id: 99, version: 1, name: '改名' },
      call: () => edit{{Thing}}({ id: 99, version: 1, name: '改名' }),
    }));

  it('deletes {{aNoun}}', () =>
    ask(
      {
        given: [signedInAs('{{who}}'), {{thing}}Exists(given)],
        path: '/api{{api}}/delete',
        body: { id: 31 },
        reply: success({}),
      },
      async (heard) => {
        expect(await delete{{Thing}}({ id: 31 })).toEqual({});
        expectQuiet(heard);
      },
    ));

  it('deletes none of the {{nouns}} that are gone', () =>
    askForGone(ask, { who: '{{who}}', path: '/api{{api}}/delete', body: { id: 99 }, call: () => delete{{Thing}}({ id: 99 }) }));
});
