// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { Tooltip } from './tooltip.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const advanceTime = () => act(() => void vi.advanceTimersByTime(300));
const readTooltip = () => document.querySelector('.ads-tooltip')?.textContent;
function renderTooltip() {
  renderUi(<Tooltip content="No right to do this">{(id) => <span aria-describedby={id}>off</span>}</Tooltip>);
  return screen.getByText('off').parentElement as HTMLElement;
}

describe('tooltip', () => {
  it('opens and closes with the mouse', () => {
    const anchor = renderTooltip();
    fireEvent.pointerEnter(anchor, { pointerType: 'mouse' });
    advanceTime();
    expect(readTooltip()).toBe('No right to do this');
    fireEvent.pointerLeave(anchor, { pointerType: 'mouse' });
    advanceTime();
    expect(readTooltip()).toBeUndefined();
  });

  it('stays after a tap, and closes with the next one', () => {
    const anchor = renderTooltip();
    const tap = () => {
      for (const type of ['pointerEnter', 'pointerUp', 'pointerLeave'] as const) fireEvent[type](anchor, { pointerType: 'touch' });
      advanceTime();
    };
    tap();
    expect(readTooltip()).toBe('No right to do this');
    tap();
    expect(readTooltip()).toBeUndefined();
  });
});
