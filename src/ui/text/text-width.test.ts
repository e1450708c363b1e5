import { describe, expect, it } from 'vitest';
import { metricsInEnglish } from '#contracts/rules/metric-words.en.ts';
import { metricsInChinese } from '#contracts/rules/metric-words.zh.ts';
import { actionsWidth, statusWidth, textWidth, twoLineWidth } from './text-width.ts';

describe('text room', () => {
  it('is larger for a Chinese character than for a letter', () => {
    expect([textWidth('消耗'), textWidth('ROI'), textWidth('当期ROI'), textWidth('')]).toEqual([28, 25, 53, 0]);
  });

  it('on two lines is that of the longer line, broken where a browser breaks it', () => {
    expect([twoLineWidth('Drama or product'), twoLineWidth('add-to-cart'), twoLineWidth('当期ROI'), twoLineWidth('')]).toEqual([
      69, 50, 53, 0,
    ]);
    expect(twoLineWidth('Ads with spend')).toBe(textWidth('Ads with'));
    expect(twoLineWidth('D0 ROI（首日）')).toBe(textWidth('（首日）'));
  });

  it('on two lines is never less than that of a word, nor than half of the text', () => {
    for (const [title] of [...Object.values(metricsInEnglish), ...Object.values(metricsInChinese)]) {
      const words = title.replaceAll(/[^\x21-\x7e]/g, ' ').split(/[\s/-]+/);
      expect(twoLineWidth(title), title).toBeGreaterThanOrEqual(Math.max(...words.map(textWidth)));
      expect(twoLineWidth(title), title).toBeGreaterThanOrEqual(textWidth(title.replaceAll(' ', '')) / 2 - 1);
    }
  });

  it('of status tags is that of a text on two lines, or of a Chinese text on one', () => {
    expect(statusWidth('Campaign off', 'Off')).toBe(statusWidth('Campaign'));
    expect(statusWidth('已关闭', '系列已关闭')).toBe(24 + 32 + 60);
  });

  it('of actions side by side includes the gaps', () => {
    expect(actionsWidth('结果', '广告系列')).toBe(24 + 28 + 12 + 56);
  });
});
