// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { DAYS, HOURS, hoursOn, isOn, painted, stepped } from './week-hours.ts';
import { WeekHoursField } from './week-hours-field.tsx';

afterEach(cleanup);

function Holding({ told }: { told: (value: readonly number[]) => void }) {
  const [value, setValue] = useState<readonly number[]>([]);
  return (
    <WeekHoursField
      label="Hours"
      value={value}
      onChange={(next) => {
        setValue(next);
        told(next);
      }}
    />
  );
}

describe('hours of a week', () => {
  it('are painted between two corners, whichever way the drag went', () => {
    const week = painted([], { day: 1, hour: 3 }, { day: 0, hour: 2 }, true);
    expect([week.length, hoursOn(week)]).toEqual([DAYS * HOURS, 4]);
    expect([isOn(week, { day: 0, hour: 3 }), isOn(week, { day: 2, hour: 3 })]).toEqual([true, false]);
    expect(hoursOn(painted(week, { day: 0, hour: 0 }, { day: 6, hour: 23 }, false))).toBe(0);
  });

  it('are walked along by arrows, as far as the week goes', () => {
    expect(stepped({ day: 0, hour: 0 }, 'ArrowUp')).toEqual({ day: 0, hour: 0 });
    expect(stepped({ day: 5, hour: 22 }, 'ArrowDown')).toEqual({ day: 6, hour: 22 });
    expect(stepped({ day: 2, hour: 9 }, 'End')).toEqual({ day: 2, hour: 23 });
    expect(stepped({ day: 2, hour: 9 }, 'Enter')).toBeUndefined();
  });

  it('are chosen by a press, and a whole day or hour by its name', async () => {
    const told = vi.fn();
    renderUi(<Holding told={told} />);
    fireEvent.pointerDown(screen.getByRole('cell', { name: 'Tue 05:00' }), { button: 0 });
    fireEvent.pointerUp(screen.getByRole('grid'));
    expect(screen.getByText('1 hour chosen')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Tue' }));
    expect(screen.getByText('24 hours chosen')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '05:00 of every day' }));
    expect(hoursOn(told.mock.calls.at(-1)?.[0])).toBe(30);
    await userEvent.click(screen.getByRole('button', { name: 'Tue' }));
    expect(hoursOn(told.mock.calls.at(-1)?.[0])).toBe(6);
  });

  it('leave one place to the tab key', () => {
    renderUi(<Holding told={vi.fn()} />);
    expect(screen.getAllByRole('cell').filter((cell) => cell.hasAttribute('data-hour') && cell.tabIndex === 0)).toHaveLength(1);
  });
});
