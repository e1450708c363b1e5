import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Exact, Nothing, Nullable, OneOf } from './shapes.ts';

export const MenuRow = Exact({
  /** Also the key. */
  path: Type.String(),
  parent_path: Nullable(Type.String()),
  group_key: OneOf(['base', 'admin'] as const),
  /** Chinese title. */
  title: Type.String(),
  title_en: Type.String(),
  sort: Type.Integer(),
  hide: Type.Boolean(),
  /** The entry a hidden page highlights. */
  activeMenu: Nullable(Type.String()),
  icon: Nullable(Type.String()),
});
export type MenuRow = Static<typeof MenuRow>;

export const listMenus = endpoint({
  name: 'menus.list',
  method: 'POST',
  path: '/sys-menus/list',
  summary: { zh: '菜单', en: 'Menu' },
  request: Nothing,
  reply: Exact({ list: Type.Array(MenuRow) }),
});
