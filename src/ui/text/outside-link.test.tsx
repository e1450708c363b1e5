// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { noticeBoard } from '../overlay/notices.ts';
import { OutsideLink } from './outside-link.tsx';

afterEach(() => {
  cleanup();
  for (const { id } of noticeBoard.read()) noticeBoard.remove(id);
});

/** Clicks a link to the address, and tells whether the browser would follow it. */
function isFollowed(url: string): boolean {
  renderUi(<OutsideLink url={url}>Page</OutsideLink>);
  const link = screen.getByRole('link', { name: 'Page' });
  expect(link.getAttribute('href')).toBe(url);
  let followed = false;
  const stayHere = (event: Event) => {
    followed = !event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener('click', stayHere, { once: true });
  fireEvent.click(link);
  return followed;
}

describe('a link to the outside', () => {
  it('opens its address', () => {
    expect(isFollowed('https://shop.example.com/test')).toBe(true);
    expect(noticeBoard.read()).toEqual([]);
  });

  it.each(['https://watch.reelstory.test/play?ad=1', 'https://apps.example', 'http://nobody.invalid:8080/'])(
    'says that %s does not exist',
    (url) => {
      expect(isFollowed(url)).toBe(false);
      expect(noticeBoard.read()).toMatchObject([{ kind: 'toast', tone: 'info', content: expect.stringContaining(new URL(url).hostname) }]);
    },
  );
});
