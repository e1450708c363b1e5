import { describe, expect, it } from 'vitest';
import { pinyinPattern } from './pinyin.ts';

const finds = (keyword: string, text: string) => {
  const pattern = pinyinPattern(keyword);
  return pattern !== undefined && new RegExp(pattern).test(text);
};

describe('pinyin', () => {
  it.each(['langwang', 'langw', 'lang wang', 'LANGWANG', 'lwdqq', 'qiqi', 'wd'])('%s finds 狼王的弃妻', (keyword) => {
    expect(finds(keyword, '狼王的弃妻_US_20261120')).toBe(true);
  });

  it('knows every reading of a character, and every way to split the letters', () => {
    expect(finds('chongfeng', '重逢')).toBe(true);
    expect(finds('zhongyao', '重要')).toBe(true);
    expect(finds('xian', '西安')).toBe(true);
    expect(finds('xian', '先生')).toBe(true);
    expect(finds('nv', '女王')).toBe(true);
  });

  it('takes letters among the characters as initials', () => {
    expect(finds('vipyh', 'VIP用户')).toBe(true);
  });

  it.each([
    ['wanglang', '狼王'],
    ['lz', '狼王'],
    ['langwangx', '狼王'],
  ])('%s does not find %s', (keyword, text) => {
    expect(finds(keyword, text)).toBe(false);
  });

  it.each(['l', 'opt_01', '狼王', '123', '', 'a'.repeat(25)])('%s is no pinyin', (keyword) => {
    expect(pinyinPattern(keyword)).toBeUndefined();
  });

  it('stays short for letters that can be split in thousands of ways', () => {
    expect(pinyinPattern('anan'.repeat(6))?.length).toBeLessThan(60_000);
  });
});
