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

const pass = () => act(() => void vi.advanceTimersByTime(300));
const shown = () => document.querySelector('.ads-tooltip')?.textContent;
function begin() {
  renderUi(<Tooltip content="No right to do this">{(id) => <span aria-describedby={id}>off</span>}</Tooltip>);
  return screen.getByText('off').parentElement as HTMLElement;
}

describe('tooltip', () => {
  it('opens and closes with the mouse', () => {
    const anchor = begin();
    fireEvent.pointerEnter(anchor, { pointerType: 'mouse' });
    pass();
    expect(shown()).toBe('No right to do this');
    fireEvent.pointerLeave(anchor, { pointerType: 'mouse' });
    pass();
    expect(shown()).toBeUndefined();
  });

  it('stays after a tap, and closes with the next one', () => {
    const anchor = begin();
    const tap = () => {
      for (const type of ['pointerEnter', 'pointerUp', 'pointerLeave'] as const) fireEvent[type](anchor, { pointerType: 'touch' });
      pass();
    };
    tap();
    expect(shown()).toBe('No right to do this');
    tap();
    expect(shown()).toBeUndefined();
  });
});
