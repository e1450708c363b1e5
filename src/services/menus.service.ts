import { call } from './call.ts';

export const listMenus = call('/sys-menus/list', {
  list: [{ path: true, parent_path: true, title: true, title_en: true, sort: true, hide: true, activeMenu: true, icon: true }],
});
