// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Announcer, announce, useAnnouncement } from './announcer.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  act(() => void vi.runAllTimers());
  cleanup();
  vi.useRealTimers();
});

const heard = () => screen.getByRole('status').textContent;

describe('the announcer', () => {
  it('says the newest, and falls silent after a while', () => {
    render(<Announcer />);
    act(() => announce('3 rows'));
    act(() => announce('Saved'));
    expect(heard()).toBe('Saved');
    act(() => void vi.advanceTimersByTime(10_000));
    expect(heard()).toBe('');
  });

  it('says the same words twice in two elements, or nobody would hear them again', () => {
    render(<Announcer />);
    act(() => announce('Saved'));
    const first = screen.getByText('Saved');
    act(() => announce('Saved'));
    expect(screen.getByText('Saved')).not.toBe(first);
  });

  it('says what was said before it stood', () => {
    announce('early');
    render(<Announcer />);
    expect(heard()).toBe('early');
  });

  it('is told by a view when its text changes, not when the view comes', () => {
    const Count = ({ text }: { text: string | undefined }) => {
      useAnnouncement(text);
      return null;
    };
    const view = (text: string | undefined) => (
      <>
        <Count text={text} />
        <Announcer />
      </>
    );
    const { rerender } = render(view('20 rows'));
    expect(heard()).toBe('');
    rerender(view('3 rows'));
    expect(heard()).toBe('3 rows');
    rerender(view(undefined));
    rerender(view('3 rows'));
    expect(heard()).toBe('3 rows');
  });
});
