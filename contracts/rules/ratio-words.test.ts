import { describe, expect, it } from 'vitest';
import { nameRatio } from './ratio-words.ts';

const text = (width: number | null, height: number | null, ratio: Parameters<typeof nameRatio>[0]['ratio'] = 'other') =>
  nameRatio({ ratio, width, height })?.en;

describe('the ratio of a picture', () => {
  it('has its usual name', () => expect(text(1080, 1920, '9:16')).toBe('9:16'));
  it('names the sides of others', () =>
    expect([text(1200, 628), text(628, 1200), text(1500, 1000), text(700, 700)]).toEqual(['1.91:1', '1:1.91', '1.5:1', '1:1']));
  it('says "other" where the sides are unknown', () => expect(text(null, 628)).toBe('Other'));
  it('is unknown before the file was read', () => expect(text(1, 1, null)).toBeUndefined());
});
