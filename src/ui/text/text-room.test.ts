import { describe, expect, it } from 'vitest';
import { actionsWidth, textRoom, wordRoom } from './text-room.ts';

describe('text room', () => {
  it('is larger for a Chinese character than for a letter', () => {
    expect([textRoom('消耗'), textRoom('ROI'), textRoom('当期ROI'), textRoom('')]).toEqual([28, 27, 55, 0]);
  });

  it('of the longest word is smaller where a line may break within it', () => {
    expect([wordRoom('Drama or product'), wordRoom('add-to-cart'), wordRoom('当期ROI'), wordRoom('')]).toEqual([63, 36, 27, 0]);
  });

  it('of actions side by side includes the gaps', () => {
    expect(actionsWidth('结果', '广告系列')).toBe(24 + 28 + 12 + 56);
  });
});
