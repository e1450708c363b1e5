import { describe, expect, it } from 'vitest';
import { actionsWidth, textRoom, wordRoom } from './text-room.ts';

describe('room for text', () => {
  it('is more for a sign than for a letter', () => {
    expect([textRoom('消耗'), textRoom('ROI'), textRoom('当期ROI'), textRoom('')]).toEqual([28, 27, 55, 0]);
  });

  it('of its longest word is less where a line may end within it', () => {
    expect([wordRoom('Drama or product'), wordRoom('add-to-cart'), wordRoom('当期ROI'), wordRoom('')]).toEqual([63, 36, 27, 0]);
  });

  it('of actions side by side has room between them', () => {
    expect(actionsWidth('结果', '广告系列')).toBe(24 + 28 + 12 + 56);
  });
});
