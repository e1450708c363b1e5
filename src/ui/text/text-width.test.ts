import { describe, expect, it } from 'vitest';
import { actionsWidth, textWidth, wordWidth } from './text-width.ts';

describe('text room', () => {
  it('is larger for a Chinese character than for a letter', () => {
    expect([textWidth('消耗'), textWidth('ROI'), textWidth('当期ROI'), textWidth('')]).toEqual([28, 25, 53, 0]);
  });

  it('of the longest word is smaller where a line may break within it', () => {
    expect([wordWidth('Drama or product'), wordWidth('add-to-cart'), wordWidth('当期ROI'), wordWidth('')]).toEqual([56, 29, 25, 0]);
  });

  it('of actions side by side includes the gaps', () => {
    expect(actionsWidth('结果', '广告系列')).toBe(24 + 28 + 12 + 56);
  });
});
