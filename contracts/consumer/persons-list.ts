import { expect, it } from 'vitest';
import { personalAccountExists, signedInAs, tooMany } from '#contracts/states/states.ts';
import { TOKEN } from './channel-answers.ts';
import { type Ask, file, success } from './exchange.ts';
import { eachLike, integer } from './matching.ts';
import { askChanged, askOrder, askTooMany } from './orders.ts';
import { asks, type PersonPage } from './person-page.ts';
import { personRow } from './persons-rows.ts';
import { askRefused, expectQuiet } from './refused.ts';

/** The list, and changes of several persons at once. */
export function describePersonList(ask: Ask, { services, at, known, assigned, admin }: PersonPage): void {
  const { row, rowLike } = personRow(services);
  const { usage, exported, fileName } = services;
  const other = (id: number) =>
    personalAccountExists({ id, platform_user_id: String(id), name: `Ada ${id}`, usage, version: 1, token: TOKEN, owner: 11 });
  const four = [...known, other(52), other(53), other(54)];
  const matching = (expected_total: number) => ({ filter: { keyword: 'Ada' }, expected_total });

  it('lists one page, filtered and sorted', () => {
    const body = {
      keyword: 'Ada',
      channel: 'meta',
      status: ['active'],
      owner_user_id: 11,
      sort: [{ field: 'name', order: 'asc' }],
      page: 1,
      page_size: 20,
    };
    return ask(
      { given: assigned, path: at('list'), body, reply: success({ list: eachLike(rowLike), total: integer(1) }) },
      async (heard) => {
        expect(await asks(services.list, body)()).toEqual({ list: [row], total: 1 });
        expectQuiet(heard);
      },
    );
  });

  it('finds no person who expires within three days', () => {
    const body = { expires_within: 3, page: 1, page_size: 20 };
    return ask({ given: known, path: at('list'), body, reply: success({ list: [], total: 0 }) }, async () =>
      expect(await asks(services.list, body)()).toEqual({ list: [], total: 0 }),
    );
  });

  it('refuses to show anything to a user without the page', () => {
    const body = { page: 1, page_size: 20 };
    return askRefused(ask, {
      given: [signedInAs('staff')],
      path: at('list'),
      body,
      refused: { code: 403, reason: 'NO_PATH', message: '无权访问' },
      call: asks(services.list, body),
    });
  });

  it('checks all matching persons', () => {
    const body = { ...matching(4), reason: '例行' };
    return askOrder(ask, { given: four, path: at('check'), body, call: asks(services.check, body) });
  });

  it('refuses to check persons when the number of matches changed', () => {
    const body = matching(2);
    return askChanged(ask, { given: known, path: at('check'), body, total: 1, call: asks(services.check, body) });
  });

  it('refreshes the assets of all matching persons', () => {
    const body = { ...matching(4), reason: '例行' };
    return askOrder(ask, { given: four, path: at('sync'), body, call: asks(services.sync, body) });
  });

  it('refuses to refresh assets when the number of matches changed', () => {
    const body = matching(2);
    return askChanged(ask, { given: known, path: at('sync'), body, total: 1, call: asks(services.sync, body) });
  });

  const exporting = { columns: ['name', 'status'], locale: 'zh-cn' };
  it('exports a file', () =>
    ask({ given: known, path: at('export'), body: exporting, reply: file(fileName) }, async () =>
      expect(await asks(services.exportAll, exporting)()).toMatchObject({ name: fileName.name }),
    ));

  it('refuses to export more than a file may hold', () =>
    askTooMany(ask, {
      given: [...admin, tooMany(exported)],
      path: at('export'),
      body: exporting,
      call: asks(services.exportAll, exporting),
    }));
}
