import type { ComponentType } from 'react';
import type { PageLogic } from '#machines/kernel/page/page-contract.ts';
import type { MenuEntry } from '#machines/menu/menu-tree.ts';
import type { KnownRoutes } from '#machines/session/permitted-paths.ts';
import type { FeatureMessages } from '#src/locale/locales.ts';
import type { PageAction } from '#src/ui/overlay/viewer.tsx';

/** What a feature hands over: its machine with everything provided, and the view of it. */
export interface FeaturePage extends PageLogic {
  /** Takes the actor of `machine`. The registry holds pages of every kind, and only the feature knows that the two fit. */
  View: ComponentType<{ page: never }>;
  messages: FeatureMessages;
}

type MenuText = Pick<MenuEntry, 'path' | 'parentPath' | 'title' | 'titleEn' | 'sort'> &
  Partial<Pick<MenuEntry, 'hide' | 'activeMenu' | 'icon'>>;

type Page = MenuText & {
  area: 'base' | 'admin';
  load: () => Promise<{ page: FeaturePage }>;
  /** What the palette begins on it: the buttons of the page that take `do` from its address. */
  actions?: readonly PageAction[];
};

/** Entries that only hold others; they are no pages. */
const groups: MenuText[] = [
  { path: '/advertising', parentPath: null, title: '广告管理', titleEn: 'Ad management', sort: 2, icon: 'advertising' },
  { path: '/material', parentPath: null, title: '素材管理', titleEn: 'Material management', sort: 3, icon: 'material' },
  { path: '/analyse', parentPath: null, title: '数据分析', titleEn: 'Data analysis', sort: 4, icon: 'analysis' },
  { path: '/auth', parentPath: null, title: '授权管理', titleEn: 'Authorisation management', sort: 5, icon: 'authorisation' },
  { path: '/operation', parentPath: null, title: '托管管理', titleEn: 'Hosting management', sort: 6, icon: 'hosting' },
  { path: '/sys', parentPath: null, title: '系统管理', titleEn: 'System management', sort: 7, icon: 'system' },
  { path: '/admin/order', parentPath: null, title: '订单管理', titleEn: 'Order management', sort: 2, icon: 'order' },
  { path: '/admin/advertising', parentPath: null, title: '广告管理', titleEn: 'Ad management', sort: 3, icon: 'advertising' },
  { path: '/admin/sys', parentPath: null, title: '系统管理', titleEn: 'System management', sort: 4, icon: 'system' },
];

const CREATE = '?do=create';
const AUTHORISE = '?do=authorise';

/** Every page, in menu order: one line each, from which router, guard and menu follow. */
const pages: Page[] = [
  {
    path: '/index',
    parentPath: null,
    title: '首页',
    titleEn: 'Home',
    sort: 1,
    icon: 'home',
    area: 'base',
    load: () => import('#src/features/index/index.ts'),
  },
  {
    path: '/advertising/post',
    parentPath: '/advertising',
    title: '帖子管理',
    titleEn: 'Post management',
    sort: 21,
    area: 'base',
    actions: [
      { title: '新建帖子', titleEn: 'New post', search: CREATE, needs: 'publish' },
      { title: '批量建帖', titleEn: 'Bulk create posts', search: '?do=several', needs: 'publish' },
    ],
    load: () => import('#src/features/advertising-post/index.ts'),
  },
  {
    path: '/advertising/publish',
    parentPath: '/advertising',
    title: '广告发布',
    titleEn: 'Ad publishing',
    sort: 22,
    area: 'base',
    actions: [
      { title: '发布广告', titleEn: 'Create ads', search: '?tab=publish', needs: 'publish' },
      { title: '新建方案', titleEn: 'New scheme', search: CREATE, needs: 'publish' },
    ],
    load: () => import('#src/features/advertising-publish/index.ts'),
  },
  {
    path: '/advertising/start',
    parentPath: '/advertising',
    title: '投放管理',
    titleEn: 'Launch management',
    sort: 23,
    area: 'base',
    load: () => import('#src/features/advertising-start/index.ts'),
  },
  {
    path: '/advertising/video',
    parentPath: '/advertising',
    title: '短剧素材',
    titleEn: 'Short-drama materials',
    sort: 24,
    area: 'base',
    actions: [{ title: '新建剧目', titleEn: 'New drama', search: '?tab=dramas&do=create', needs: 'material' }],
    load: () => import('#src/features/advertising-video/index.ts'),
  },
  {
    path: '/advertising/upload-ec',
    parentPath: '/advertising',
    title: '电商素材',
    titleEn: 'E-commerce materials',
    sort: 25,
    area: 'base',
    actions: [{ title: '新建商品', titleEn: 'New product', search: '?tab=products&do=create', needs: 'material' }],
    load: () => import('#src/features/advertising-upload-ec/index.ts'),
  },
  {
    path: '/advertising/user',
    parentPath: '/advertising',
    title: '广告数据',
    titleEn: 'Ad data',
    sort: 26,
    area: 'base',
    load: () => import('#src/features/advertising-data/user.ts'),
  },
  {
    path: '/advertising/account',
    parentPath: '/advertising',
    title: '广告账户',
    titleEn: 'Ad account',
    sort: 26,
    hide: true,
    activeMenu: '/advertising/user',
    area: 'base',
    load: () => import('#src/features/advertising-data/account.ts'),
  },
  {
    path: '/advertising/campaign',
    parentPath: '/advertising',
    title: '广告系列',
    titleEn: 'Ad campaign',
    sort: 26,
    hide: true,
    activeMenu: '/advertising/user',
    area: 'base',
    load: () => import('#src/features/advertising-data/campaign.ts'),
  },
  {
    path: '/advertising/group',
    parentPath: '/advertising',
    title: '广告组',
    titleEn: 'Ad group',
    sort: 26,
    hide: true,
    activeMenu: '/advertising/user',
    area: 'base',
    load: () => import('#src/features/advertising-data/group.ts'),
  },
  {
    path: '/advertising/copy-log',
    parentPath: '/advertising',
    title: '系统日志',
    titleEn: 'System log',
    sort: 27,
    area: 'base',
    load: () => import('#src/features/advertising-copy-log/index.ts'),
  },
  {
    path: '/advertising/close-log',
    parentPath: '/advertising',
    title: '关闭日志',
    titleEn: 'Close log',
    sort: 27,
    hide: true,
    activeMenu: '/advertising/copy-log',
    area: 'base',
    load: () => import('#src/features/advertising-close-log/index.ts'),
  },
  {
    path: '/advertising/remove-log',
    parentPath: '/advertising',
    title: '删除日志',
    titleEn: 'Delete log',
    sort: 27,
    hide: true,
    activeMenu: '/advertising/copy-log',
    area: 'base',
    load: () => import('#src/features/advertising-remove-log/index.ts'),
  },
  {
    path: '/material/upload',
    parentPath: '/material',
    title: '素材上传',
    titleEn: 'Upload',
    sort: 31,
    area: 'base',
    actions: [{ title: '上传素材', titleEn: 'Upload creatives', search: '', needs: 'material' }],
    load: () => import('#src/features/material-upload/index.ts'),
  },
  {
    path: '/analyse/effect',
    parentPath: '/analyse',
    title: '短剧表现',
    titleEn: 'Drama performance',
    sort: 41,
    area: 'base',
    load: () => import('#src/features/analyse-effect/index.ts'),
  },
  {
    path: '/analyse/material',
    parentPath: '/analyse',
    title: '订单分析',
    titleEn: 'Order analysis',
    sort: 42,
    area: 'base',
    load: () => import('#src/features/analyse-material/index.ts'),
  },
  {
    path: '/analyse/performance',
    parentPath: '/analyse',
    title: '素材表现',
    titleEn: 'Material performance',
    sort: 43,
    area: 'base',
    load: () => import('#src/features/analyse-performance/index.ts'),
  },
  {
    path: '/analyse/performance-month',
    parentPath: '/analyse',
    title: '素材月度表现',
    titleEn: 'Monthly performance',
    sort: 43,
    hide: true,
    activeMenu: '/analyse/performance',
    area: 'base',
    load: () => import('#src/features/analyse-performance-month/index.ts'),
  },
  {
    path: '/analyse/evaluate',
    parentPath: '/analyse',
    title: '短剧评估',
    titleEn: 'Drama evaluation',
    sort: 44,
    area: 'base',
    actions: [{ title: '发起评估', titleEn: 'New evaluation', search: '?do=create', needs: 'publish' }],
    load: () => import('#src/features/analyse-evaluate/index.ts'),
  },
  {
    path: '/analyse/scheme-user',
    parentPath: '/analyse',
    title: '方案分析',
    titleEn: 'Scheme analysis',
    sort: 45,
    area: 'base',
    load: () => import('#src/features/analyse-scheme-user/index.ts'),
  },
  {
    path: '/analyse/scheme-list',
    parentPath: '/analyse',
    title: '方案明细',
    titleEn: 'Scheme list',
    sort: 45,
    hide: true,
    activeMenu: '/analyse/scheme-user',
    area: 'base',
    load: () => import('#src/features/analyse-scheme-list/index.ts'),
  },
  {
    path: '/analyse/landing',
    parentPath: '/analyse',
    title: '落地页分析',
    titleEn: 'Landing page analysis',
    sort: 46,
    area: 'base',
    load: () => import('#src/features/analyse-landing/index.ts'),
  },
  {
    path: '/analyse/pixel',
    parentPath: '/analyse',
    title: '像素分析',
    titleEn: 'Pixel analysis',
    sort: 47,
    area: 'base',
    load: () => import('#src/features/analyse-pixel/index.ts'),
  },
  {
    path: '/analyse/pixel-list',
    parentPath: '/analyse',
    title: '明细数据',
    titleEn: 'Detail data',
    sort: 47,
    hide: true,
    activeMenu: '/analyse/pixel',
    area: 'base',
    load: () => import('#src/features/analyse-pixel-list/index.ts'),
  },
  {
    path: '/analyse/video',
    parentPath: '/analyse',
    title: '视频分析',
    titleEn: 'Video analysis',
    sort: 48,
    area: 'base',
    load: () => import('#src/features/analyse-video/index.ts'),
  },
  {
    path: '/auth/pixel',
    parentPath: '/auth',
    title: '像素',
    titleEn: 'Pixel',
    sort: 51,
    area: 'base',
    load: () => import('#src/features/auth-pixel/index.ts'),
  },
  {
    path: '/auth/homepage',
    parentPath: '/auth',
    title: '主页关联',
    titleEn: 'Homepage association',
    sort: 52,
    area: 'base',
    load: () => import('#src/features/auth-homepage/index.ts'),
  },
  {
    path: '/auth/site',
    parentPath: '/auth',
    title: '站点关联',
    titleEn: 'Site association',
    sort: 53,
    area: 'base',
    actions: [{ title: '新建站点', titleEn: 'New site', search: CREATE, needs: 'asset' }],
    load: () => import('#src/features/auth-site/index.ts'),
  },
  {
    path: '/auth/account',
    parentPath: '/auth',
    title: '广告账户',
    titleEn: 'Ad account',
    sort: 54,
    area: 'base',
    load: () => import('#src/features/auth-account/index.ts'),
  },
  {
    path: '/auth/personage',
    parentPath: '/auth',
    title: '个人账号管理',
    titleEn: 'Personal account management',
    sort: 55,
    area: 'base',
    actions: [{ title: '授权个人账号', titleEn: 'Authorise a personal account', search: AUTHORISE }],
    load: () => import('#src/features/auth-personage/index.ts'),
  },
  {
    path: '/operation/auth',
    parentPath: '/operation',
    title: '个人账号授权',
    titleEn: 'Personal account authorisation',
    sort: 61,
    area: 'base',
    actions: [{ title: '授权托管账号', titleEn: 'Authorise a managed account', search: AUTHORISE }],
    load: () => import('#src/features/operation-auth/index.ts'),
  },
  {
    path: '/operation/account',
    parentPath: '/operation',
    title: '广告托管',
    titleEn: 'Ad hosting',
    sort: 62,
    area: 'base',
    actions: [{ title: '新建托管', titleEn: 'Manage an account', search: CREATE, needs: 'rule' }],
    load: () => import('#src/features/operation-account/index.ts'),
  },
  {
    path: '/sys/accounts',
    parentPath: '/sys',
    title: '账号管理',
    titleEn: 'Accounts',
    sort: 71,
    area: 'base',
    actions: [{ title: '新建账号', titleEn: 'New account', search: CREATE }],
    load: () => import('#src/features/sys-accounts/index.ts'),
  },
  {
    path: '/sys/department',
    parentPath: '/sys',
    title: '部门管理',
    titleEn: 'Department',
    sort: 72,
    area: 'base',
    actions: [{ title: '新建部门', titleEn: 'New department', search: CREATE }],
    load: () => import('#src/features/sys-department/index.ts'),
  },
  {
    path: '/sys/role',
    parentPath: '/sys',
    title: '角色管理',
    titleEn: 'Role',
    sort: 73,
    area: 'base',
    actions: [{ title: '新建角色', titleEn: 'New role', search: CREATE }],
    load: () => import('#src/features/sys-role/index.ts'),
  },
  {
    path: '/admin/index',
    parentPath: null,
    title: '首页',
    titleEn: 'Home',
    sort: 1,
    icon: 'home',
    area: 'admin',
    load: () => import('#src/features/admin-index/index.ts'),
  },
  {
    path: '/admin/order/list',
    parentPath: '/admin/order',
    title: '订单列表',
    titleEn: 'Order list',
    sort: 21,
    area: 'admin',
    load: () => import('#src/features/admin-order-list/index.ts'),
  },
  {
    path: '/admin/order/daily',
    parentPath: '/admin/order',
    title: '订单分析',
    titleEn: 'Order analysis',
    sort: 22,
    area: 'admin',
    load: () => import('#src/features/admin-order-daily/index.ts'),
  },
  {
    path: '/admin/advertising/campaign',
    parentPath: '/admin/advertising',
    title: '广告系列',
    titleEn: 'Campaigns',
    sort: 31,
    area: 'admin',
    load: () => import('#src/features/admin-advertising/campaign.ts'),
  },
  {
    path: '/admin/advertising/group',
    parentPath: '/admin/advertising',
    title: '广告组',
    titleEn: 'Ad groups',
    sort: 32,
    area: 'admin',
    load: () => import('#src/features/admin-advertising/group.ts'),
  },
  {
    path: '/admin/advertising/list',
    parentPath: '/admin/advertising',
    title: '广告列表',
    titleEn: 'Ads',
    sort: 33,
    area: 'admin',
    load: () => import('#src/features/admin-advertising/list.ts'),
  },
  {
    path: '/admin/advertising/details',
    parentPath: '/admin/advertising',
    title: '广告详情',
    titleEn: 'Ad details',
    sort: 34,
    area: 'admin',
    load: () => import('#src/features/admin-advertising/details.ts'),
  },
  {
    path: '/admin/sys/cron',
    parentPath: '/admin/sys',
    title: '定时任务',
    titleEn: 'Scheduled tasks',
    sort: 41,
    area: 'admin',
    load: () => import('#src/features/admin-sys-cron/index.ts'),
  },
];

const entryOf = ({ path, parentPath, title, titleEn, sort, hide = false, activeMenu = null, icon = null }: MenuText): MenuEntry => ({
  path,
  parentPath,
  title,
  titleEn,
  sort,
  hide,
  activeMenu,
  icon,
});

const pathsIn = (area: Page['area']) => pages.filter((page) => page.area === area).map(({ path }) => path);

export const routes: KnownRoutes = { base: pathsIn('base'), admin: pathsIn('admin') };

export const ownMenu: MenuEntry[] = [...groups, ...pages].map(entryOf);

const loaded = new Map<string, FeaturePage>();

/** Fetches a page's code; an unknown path is a fault of the caller. */
export async function loadPage(path: string): Promise<FeaturePage> {
  const page = pages.find((one) => one.path === path);
  if (!page) throw new Error(`no page at ${path}`);
  const feature = (await page.load()).page;
  loaded.set(path, feature);
  return feature;
}

const actions: ReadonlyMap<string, readonly PageAction[]> = new Map(pages.map((page) => [page.path, page.actions ?? []]));

export const actionsOn = (path: string): readonly PageAction[] => actions.get(path) ?? [];

/** The page once it has been fetched. */
export const loadedPage = (path: string): FeaturePage | undefined => loaded.get(path);
