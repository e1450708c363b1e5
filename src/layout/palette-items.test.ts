import { describe, expect, it } from 'vitest';
import { type PaletteQuestion, sectionsOf } from './palette-items.ts';

const pages = [
  { path: '/index', title: '首页', titleEn: 'Home' },
  { path: '/sys/accounts', title: '账号管理', titleEn: 'Accounts' },
  { path: '/sys/role', title: '角色管理', titleEn: 'Roles' },
];
const actions = [
  { key: 'theme', text: '切换深色或浅色' },
  { key: 'resetPassword', text: '重置密码' },
] as const;
const sounds: Record<string, string[]> = {
  账: ['zhang'],
  号: ['hao'],
  管: ['guan'],
  理: ['li'],
  角: ['jiao', 'jue'],
  色: ['se'],
  重: ['zhong', 'chong'],
  置: ['zhi'],
};
const ada = { id: 7, label: 'Ada', detail: 'ada_01', path: '/sys/accounts', search: '?keyword=ada_01' };
const eve = { id: 8, label: 'Eve', detail: 'eve_01', path: '/sys/accounts', search: '?keyword=eve_01' };

const ask = (question: Partial<PaletteQuestion> = {}) =>
  sectionsOf({
    keyword: '',
    isEnglish: false,
    pages,
    starts: [],
    actions,
    answer: undefined,
    recent: [],
    readings: (text) => [...text].map((sign) => sounds[sign] ?? []),
    ...question,
  });
const keys = (question: Partial<PaletteQuestion>) => ask(question).map(({ key, items }) => [key, ...items.map(({ choice }) => choice.key)]);
const first = (question: Partial<PaletteQuestion>) => ask(question)[0]?.items[0];

describe('what can be begun on a page', () => {
  const starts = [{ path: '/sys/role', title: '新建角色', titleEn: 'New role', search: '?do=create' }];

  it('is offered before the actions of the frame, and opens its page with the address that begins it', () => {
    expect(keys({ starts })).toEqual([
      ['page', 'page:/index', 'page:/sys/accounts', 'page:/sys/role'],
      ['action', 'start:/sys/role?do=create', 'action:theme', 'action:resetPassword'],
    ]);
    expect(first({ starts, keyword: 'new role' })?.choice).toEqual({
      kind: 'page',
      key: 'start:/sys/role?do=create',
      path: '/sys/role',
      search: '?do=create',
    });
  });

  it('is found in both languages', () => {
    expect(first({ starts, keyword: '新建' })).toMatchObject({ label: '新建角色', detail: '' });
    expect(first({ starts, keyword: 'new' })).toMatchObject({ label: '新建角色', detail: 'New role' });
  });
});

describe('while nothing is typed', () => {
  it('pages and actions are offered, in their order', () => {
    expect(keys({ keyword: ' ' })).toEqual([
      ['page', 'page:/index', 'page:/sys/accounts', 'page:/sys/role'],
      ['action', 'action:theme', 'action:resetPassword'],
    ]);
    expect(first({})).toMatchObject({ label: '首页', detail: '/index', marks: { label: [], detail: [] } });
    expect(first({ isEnglish: true })).toMatchObject({ label: 'Home', detail: '/index' });
  });

  it('what was chosen lately comes first, and once', () => {
    const recent = [
      { kind: 'user', key: 'user:7', record: ada },
      { kind: 'action', key: 'action:theme', action: 'theme' },
      { kind: 'page', key: 'page:/sys/role', path: '/sys/role' },
    ] as const;
    expect(keys({ recent })).toEqual([
      ['recent', 'user:7', 'action:theme', 'page:/sys/role'],
      ['page', 'page:/index', 'page:/sys/accounts'],
      ['action', 'action:resetPassword'],
    ]);
  });

  it('nothing is offered that the reader may not open any more', () => {
    const recent = [
      { kind: 'user', key: 'user:7', record: ada },
      { kind: 'page', key: 'page:/sys/accounts', path: '/sys/accounts' },
    ] as const;
    expect(keys({ recent, pages: pages.slice(0, 1) })[0]).toEqual(['page', 'page:/index']);
  });
});

describe('what is typed', () => {
  it.each([
    ['角色', ['page:/sys/role']],
    ['roles', ['page:/sys/role']],
    ['/sys/role', ['page:/sys/role']],
    ['jsgl', ['page:/sys/role']],
    ['juese', ['page:/sys/role']],
    ['guanli', ['page:/sys/accounts', 'page:/sys/role']],
    ['chongzhi', ['action:resetPassword']],
    ['resetp', ['action:resetPassword']],
    ['nothing', []],
  ])('%s finds %j', (keyword, expected) => {
    expect(ask({ keyword }).flatMap(({ items }) => items.map(({ choice }) => choice.key))).toEqual(expected);
  });

  it('is marked where it is, and a wording that is not shown takes the place of the detail', () => {
    expect(first({ keyword: 'zhgl' })).toMatchObject({
      label: '账号管理',
      detail: '/sys/accounts',
      marks: { label: [[0, 4]], detail: [] },
    });
    expect(first({ keyword: 'acc' })).toMatchObject({ label: '账号管理', detail: 'Accounts', marks: { label: [], detail: [[0, 3]] } });
    expect(first({ keyword: 'acc', isEnglish: true })).toMatchObject({
      label: 'Accounts',
      detail: '/sys/accounts',
      marks: { label: [[0, 3]] },
    });
    expect(first({ keyword: '账', isEnglish: true })).toMatchObject({ label: 'Accounts', detail: '账号管理', marks: { detail: [[0, 1]] } });
  });

  it('puts the nearer section first, and the recent one first among equals', () => {
    expect(keys({ keyword: '密码' })).toEqual([['action', 'action:resetPassword']]);
    const both = [...pages, { path: '/x', title: '密码重置', titleEn: 'x' }];
    expect(keys({ keyword: '重置', pages: both }).map(([key]) => key)).toEqual(['action', 'page']);
    const recent = [{ kind: 'page', key: 'page:/sys/role', path: '/sys/role' }] as const;
    expect(keys({ keyword: '管理', recent })[0]).toEqual(['page', 'page:/sys/role', 'page:/sys/accounts']);
  });

  it('is found in Chinese by its signs alone while nobody knows how they are read', () => {
    expect(keys({ keyword: 'zhgl', readings: undefined })).toEqual([]);
    expect(keys({ keyword: '账号', readings: undefined })).toEqual([['page', 'page:/sys/accounts']]);
  });
});

describe('what the server found', () => {
  const groups = [{ kind: 'user' as const, list: [eve, ada] }];

  it('stands below, in its own order, marked where it matches', () => {
    const [section] = ask({ keyword: 'a', answer: { keyword: ' a ', groups } }).filter(({ key }) => key === 'user');
    expect(section?.items).toMatchObject([
      { label: 'Eve', marks: { label: [], detail: [] } },
      { label: 'Ada', detail: 'ada_01', marks: { label: [[0, 1]], detail: [[0, 1]] } },
    ]);
    expect(keys({ keyword: 'accounts', answer: { keyword: 'accounts', groups } }).map(([key]) => key)).toEqual(['page', 'user']);
  });

  it('by an older keyword stays as far as it still matches', () => {
    expect(keys({ keyword: 'ev', answer: { keyword: 'e', groups } })).toEqual([['user', 'user:8']]);
    expect(keys({ keyword: 'qq', answer: { keyword: 'q', groups } })).toEqual([]);
  });

  it('is marked where its pinyin matches, and stays while more of it is typed', () => {
    const zhang = { id: 9, label: '张账号', detail: 'z_01', path: '/sys/accounts', search: '?keyword=z_01' };
    const found = { keyword: 'zhang', groups: [{ kind: 'user' as const, list: [zhang] }] };
    const itemsOf = (keyword: string) => ask({ keyword, answer: found }).find(({ key }) => key === 'user')?.items;
    expect(itemsOf('zhang')).toMatchObject([{ label: '张账号', marks: { label: [[1, 2]] } }]);
    expect(itemsOf('zhangh')).toMatchObject([{ label: '张账号', marks: { label: [[1, 3]] } }]);
    expect(itemsOf('zhangx')).toBeUndefined();
  });
});
