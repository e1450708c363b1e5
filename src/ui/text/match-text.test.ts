import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchText, type Readings, rank } from './match-text.ts';

const sounds: Record<string, string[]> = {
  账: ['zhang'],
  号: ['hao'],
  管: ['guan'],
  理: ['li'],
  角: ['jiao', 'jue'],
  色: ['se', 'shai'],
  系: ['xi', 'ji'],
  统: ['tong'],
  日: ['ri'],
  志: ['zhi'],
  重: ['zhong', 'chong'],
  置: ['zhi'],
  密: ['mi'],
  码: ['ma'],
};
const readingsOf = (text: string): Readings => [...text].map((sign) => sounds[sign] ?? []);

/** The text with its matches in brackets. */
const marked = (text: string, keyword: string) => {
  const match = matchText(text, keyword, readingsOf(text));
  if (!match) return undefined;
  let out = '';
  let at = 0;
  for (const [from, to] of match.ranges) {
    out += `${text.slice(at, from)}[${text.slice(from, to)}]`;
    at = to;
  }
  return `${match.closeness} ${out}${text.slice(at)}`;
};

describe('a text is found', () => {
  it.each([
    // literally
    ['账号管理', '账号管理', 'exact [账号管理]'],
    ['账号管理', ' 账号 ', 'prefix [账号]管理'],
    ['账号管理', '管理', 'contains 账号[管理]'],
    ['Accounts', 'accounts', 'exact [Accounts]'],
    ['Accounts', 'ACC', 'prefix [Acc]ounts'],
    ['System log', 'log', 'contains System [log]'],
    ['System log', 'tem', 'contains Sys[tem] log'],
    ['/sys/role', '/sys/r', 'prefix [/sys/r]ole'],
    ['/sys/role', 'role', 'contains /sys/[role]'],
    // by its readings
    ['账号管理', 'zhanghaoguanli', 'exact [账号管理]'],
    ['账号管理', 'zhanghao', 'prefix [账号]管理'],
    ['账号管理', 'zhangha', 'prefix [账号]管理'],
    ['账号管理', "zhang'hao guan", 'prefix [账号管]理'],
    ['账号管理', 'zh', 'prefix [账]号管理'],
    ['账号管理', '账hao', 'prefix [账号]管理'],
    ['账号管理', 'guanli', 'contains 账号[管理]'],
    // by any of its readings
    ['角色管理', 'jiaose', 'prefix [角色]管理'],
    ['角色管理', 'juese', 'prefix [角色]管理'],
    ['重置密码', 'chongzhi', 'prefix [重置]密码'],
    // by the first letters
    ['账号管理', 'zhgl', 'initials [账号管理]'],
    ['账号管理', 'zhg', 'initials [账号管]理'],
    ['系统日志', 'xtrz', 'initials [系统日志]'],
    ['系统日志', 'xitrizhi', 'initials [系统日志]'],
    ['系统日志', 'rz', 'contains 系统[日志]'],
    ['重置密码', 'czmm', 'initials [重置密码]'],
    ['Ad management', 'am', 'initials [A]d [m]anagement'],
    ['Ad management', 'adman', 'prefix [Ad] [man]agement'],
    ['Ad management', 'ad man', 'prefix [Ad man]agement'],
    ['Close other tabs', 'cot', 'initials [C]lose [o]ther [t]abs'],
    ['/sys/role', 'sr', 'initials /[s]ys/[r]ole'],
    ['/sys/role', 'sysro', 'prefix /[sys]/[ro]le'],
    ['opt_01', 'opt01', 'exact [opt]_[01]'],
  ])('%s by %s: %s', (text, keyword, expected) => {
    expect(marked(text, keyword)).toBe(expected);
  });

  it.each([
    ['账号管理', 'zhgx'],
    ['账号管理', 'lz'],
    ['账号管理', 'hangzhao'],
    ['Accounts', 'acx'],
    ['Accounts', ''],
    ['Accounts', '   '],
    ['', 'a'],
    ['Accounts', "'-/"],
  ])('%s not by %j', (text, keyword) => {
    expect(marked(text, keyword)).toBeUndefined();
  });

  it('without readings only literally', () => {
    expect(matchText('账号管理', 'zhgl')).toBeUndefined();
    expect(matchText('账号管理', '账号')).toEqual({ closeness: 'prefix', ranges: [[0, 2]] });
  });

  it('with characters outside the basic plane, and letters that grow with their case', () => {
    expect(matchText('𠮷账', '账')).toEqual({ closeness: 'contains', ranges: [[2, 3]] });
    expect(matchText('𠮷账', 'zhang', [[], ['zhang']])).toEqual({ closeness: 'contains', ranges: [[2, 3]] });
    expect(matchText('İx log', 'log')).toMatchObject({ closeness: 'contains', ranges: [[3, 6]] });
  });

  it('without exponential search in long and repetitive text', () => {
    const text = '系'.repeat(60);
    expect(matchText(text, `${'xi'.repeat(49)}q`, readingsOf(text))).toBeUndefined();
    expect(matchText('a '.repeat(80), 'a'.repeat(100))).toBeUndefined();
  });

  it('with ordered and disjoint ranges, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.string({ unit: 'grapheme', maxLength: 6 }), (text, keyword) => {
        const match = matchText(text, keyword, readingsOf(text));
        let at = -1;
        for (const [from, to] of match?.ranges ?? []) {
          expect(from).toBeGreaterThan(at);
          expect(to).toBeGreaterThan(from);
          expect(to).toBeLessThanOrEqual(text.length);
          at = to;
        }
        if (match) expect(match.ranges.length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('the ranking of matches', () => {
  const texts = ['角色管理', '管理', '管理员', '账号管理', '关于理财'];
  const ranked = (keyword: string, isFirst?: (item: string) => boolean) =>
    rank(
      texts,
      keyword,
      (text) => [
        { text, readings: [...text].map((sign) => sounds[sign] ?? { 关: ['guan'], 于: ['yu'], 财: ['cai'], 员: ['yuan'] }[sign] ?? []) },
      ],
      isFirst,
    ).map(({ item }) => item);

  it('puts exact matches first, then prefixes, initials and other matches', () => {
    expect(ranked('管理')).toEqual(['管理', '管理员', '角色管理', '账号管理']);
    expect(ranked('guanli')).toEqual(['管理', '管理员', '角色管理', '账号管理']);
    expect(ranked('gyl')).toEqual(['关于理财']);
    expect(ranked('gl')).toEqual(['管理', '管理员', '角色管理', '账号管理']);
  });

  it('keeps the given order of equal matches, except for preferred ones', () => {
    expect(ranked('管理', (item) => item === '账号管理')).toEqual(['管理', '管理员', '账号管理', '角色管理']);
  });

  it('uses the closest wording', () => {
    const items = [
      { zh: '账号管理', en: 'Accounts' },
      { zh: '部门', en: 'My accounts' },
    ];
    const found = rank(items, 'accounts', ({ zh, en }) => [{ text: zh }, { text: en }]);
    expect(found.map(({ item, wording, match }) => [item.en, wording, match.closeness])).toEqual([
      ['Accounts', 1, 'exact'],
      ['My accounts', 1, 'contains'],
    ]);
  });
});
