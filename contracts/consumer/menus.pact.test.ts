import { expect, it } from 'vitest';
import { sessionEnded, signedInAs } from '#contracts/states/states.ts';
import { listMenus } from '#src/services/menus.service.ts';
import { describePact, success } from './exchange.ts';
import { boolean, integer, string } from './matching.ts';
import { askRejected } from './refused.ts';

const entryLike = {
  title: string('首页'),
  title_en: string('Home'),
  sort: integer(1),
  hide: boolean(false),
  activeMenu: null,
};

describePact('menus', (ask) => {
  it('lists the entries that lead to the permitted pages', () =>
    ask(
      {
        given: [signedInAs('staff')],
        path: '/api/sys-menus/list',
        body: {},
        reply: success({
          list: [
            { ...entryLike, path: '/index', parent_path: null, icon: string('home') },
            { ...entryLike, path: '/advertising', parent_path: null, icon: string('advertising') },
            { ...entryLike, path: '/advertising/copy-log', parent_path: '/advertising', icon: null },
          ],
        }),
      },
      async () => {
        const { list } = await listMenus({});
        expect(list.map(({ path, parent_path, icon }) => [path, parent_path, icon])).toEqual([
          ['/index', null, 'home'],
          ['/advertising', null, 'advertising'],
          ['/advertising/copy-log', '/advertising', null],
        ]);
        expect(list[0]).toMatchObject({ title: '首页', title_en: 'Home', sort: 1, hide: false, activeMenu: null });
      },
    ));

  it('ends the session when the menu is asked for with an expired token', () =>
    askRejected(ask, {
      given: [sessionEnded('staff', 'expired')],
      path: '/api/sys-menus/list',
      body: {},
      reason: 'TOKEN_EXPIRED',
      message: '登录已过期，请重新登录',
      call: () => listMenus({}),
    }));
});
