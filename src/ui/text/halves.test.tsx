// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { splitInHalves } from './halves.tsx';
import { NameText } from './name-text.tsx';

afterEach(cleanup);

describe('long name', () => {
  it.each([
    'LAST-MOON_MX_ReelStory España_20261123_01',
    '狼王的弃妻_US+1_20261123_02',
    '天才双宝寻爹记天才双宝寻爹记天才双宝寻爹记',
    '👩‍🚀 astronaut_the_second_of_many_01',
  ])('is split into two halves of about the same length without loss: %s', (text) => {
    const [head = '', tail = ''] = splitInHalves(text) ?? [];
    expect(head + tail).toBe(text);
    expect(Math.abs(head.length - tail.length)).toBeLessThanOrEqual(text.length / 2);
    // No grapheme is split.
    expect([...head, ...tail]).toEqual([...text]);
  });

  it.each([
    ['ReelStory US Drama 02', 'ReelStory ', 'US Drama 02'],
    ['ReelStory España MX', 'ReelStory ', 'España MX'],
    ['Check unknown results', 'Check ', 'unknown results'],
    ['Report purchases to pixels', 'Report purchases ', 'to pixels'],
    ['LAST-MOON_MX_ReelStory LatAm MX_20261122_01', 'LAST-MOON_MX_ReelStory ', 'LatAm MX_20261122_01'],
  ])('is split between two of its parts: %s', (text, head, tail) => {
    expect(splitInHalves(text)).toEqual([head, tail]);
  });

  it.each(['opt_01', '剧目一', '平台拒绝：素材里有不允许的内容，请更换素材后重试', 'Object not found. The page does not exist (100/33)'])(
    'stays whole when it is short or a sentence: %s',
    (text) => expect(splitInHalves(text)).toBeUndefined(),
  );

  it('keeps its plain text and title', () => {
    const text = 'LAST-MOON_MX_ReelStory España_20261123_01';
    renderUi(<NameText text={text} onOpen={() => undefined} />);
    expect(screen.getByRole('button', { name: text }).title).toBe(text);
    expect(screen.getByRole('button').textContent).toBe(text);
  });
});
