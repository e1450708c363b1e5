import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { noted } from './noted.ts';
import { Exact, Nothing, Nullable, OneOf } from './shapes.ts';

export const MenuRow = Exact({
  path: noted(Type.String(), { zh: '路径，也是键。', en: 'Also the key.' }),
  parent_path: noted(Nullable(Type.String()), { zh: '最上层为空。', en: 'Null at the top.' }),
  group_key: noted(OneOf(['base', 'admin'] as const), {
    zh: 'base 是员工与普通管理员的页面，admin 是超级管理员的页面。',
    en: 'base: pages of staff and ordinary admins; admin: pages of super admins.',
  }),
  title: noted(Type.String(), { zh: '中文标题。', en: 'Chinese title.' }),
  title_en: noted(Type.String(), { zh: '英文标题。', en: 'English title.' }),
  sort: noted(Type.Integer(), { zh: '同级之间的顺序，小的在前。', en: 'Place among the siblings, small ones first.' }),
  hide: noted(Type.Boolean(), { zh: '可以打开，但不在菜单里显示。', en: 'May be opened, and is not shown in the menu.' }),
  activeMenu: noted(Nullable(Type.String()), { zh: '隐藏页面打开时高亮的菜单项。', en: 'The entry a hidden page highlights.' }),
  icon: noted(Nullable(Type.String()), { zh: '控制台里图标的名字。', en: 'Name of an icon of the console.' }),
});
export type MenuRow = Static<typeof MenuRow>;

export const listMenus = endpoint({
  name: 'menus.list',
  method: 'POST',
  path: '/sys-menus/list',
  summary: { zh: '菜单', en: 'Menu' },
  access: 'signedIn',
  effect: 'read',
  request: Nothing,
  reply: Exact({
    list: noted(Type.Array(MenuRow), {
      zh: '只有提问者能打开的页面，及通向它们的上层。',
      en: 'Only pages the caller may open, and what leads to them.',
    }),
  }),
});
