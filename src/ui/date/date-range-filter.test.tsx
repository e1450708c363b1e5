// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import CalendarRange from './calendar-range.tsx';
import { countDays, PRESETS, presetOf, toPresetRange } from './date-presets.ts';
import { DateRangeFilter } from './date-range-filter.tsx';

afterEach(cleanup);

describe('date range presets', () => {
  it.each([
    ['today', '2026-03-01', '2026-03-01'],
    ['yesterday', '2026-02-28', '2026-02-28'],
    ['last3', '2026-02-27', '2026-03-01'],
    ['last7', '2026-02-23', '2026-03-01'],
    ['last14', '2026-02-16', '2026-03-01'],
    ['last30', '2026-01-31', '2026-03-01'],
    ['thisMonth', '2026-03-01', '2026-03-01'],
    ['lastMonth', '2026-02-01', '2026-02-28'],
  ] as const)('%s reaches from %s to %s on the first of March', (preset, from, to) => {
    expect(toPresetRange(preset, '2026-03-01')).toEqual({ from, to });
  });

  it('are recognised by their dates', () => {
    for (const preset of PRESETS) {
      const range = toPresetRange(preset, '2026-11-20');
      expect(presetOf(range, '2026-11-20')).toBe(preset);
    }
    expect(presetOf({ from: '2026-11-01', to: '2026-11-02' }, '2026-11-20')).toBeUndefined();
  });

  it('are counted in days with both ends, across a change of daylight saving time', () => {
    expect(countDays({ from: '2026-03-01', to: '2026-03-01' })).toBe(1);
    expect(countDays({ from: '2026-03-01', to: '2026-04-30' })).toBe(61);
    expect(countDays({ from: 'junk', to: '2026-04-30' })).toBeNaN();
  });
});

describe('calendar', () => {
  const day = (date: string) => document.querySelector<HTMLButtonElement>(`[data-day="${date}"]`) as HTMLButtonElement;
  const open = (onChoose = vi.fn(), maxDays = 186) => {
    renderUi(<CalendarRange value={{ from: '2026-11-14', to: '2026-11-20' }} maxDays={maxDays} onChoose={onChoose} />);
    return onChoose;
  };

  it('returns the two days in order, whichever was chosen first', async () => {
    const onChoose = open();
    await userEvent.click(day('2026-11-18'));
    expect(onChoose).not.toHaveBeenCalled();
    await userEvent.click(day('2026-11-03'));
    expect(onChoose).toHaveBeenCalledExactlyOnceWith({ from: '2026-11-03', to: '2026-11-18' });
  });

  it('refuses a range that is too long', async () => {
    open(vi.fn(), 7);
    await userEvent.click(day('2026-11-10'));
    expect(day('2026-11-16').disabled).toBe(false);
    expect(day('2026-11-17').disabled).toBe(true);
    expect(day('2026-11-03').disabled).toBe(true);
  });

  it('changes months', async () => {
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Previous month' }));
    expect(screen.getByRole('grid', { name: '2026-10' })).toBeTruthy();
  });

  it('moves with the arrow keys across the end of a month', async () => {
    open();
    day('2026-11-20').focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(screen.getByRole('grid', { name: '2026-12' })).toBeTruthy();
    expect(day('2026-12-04').tabIndex).toBe(0);
  });
});

describe('date range filter', () => {
  it('passes a preset on as two dates', async () => {
    const onChange = vi.fn();
    renderUi(<DateRangeFilter label="Date" value={{ from: '2020-01-01', to: '2020-01-02' }} onChange={onChange} />);
    const button = screen.getByRole('button', { name: /Date/ });
    expect(button.textContent).toBe('Date2020-01-01 ~ 2020-01-02');
    await userEvent.click(button);
    await userEvent.click(screen.getByRole('button', { name: 'Last 7 days' }));
    const [range] = onChange.mock.calls[0] as [{ from: string; to: string }];
    expect(countDays(range)).toBe(7);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(button);
  });
});
