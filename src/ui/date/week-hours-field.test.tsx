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

describe('week hours', () => {
  it('are painted between two corners, in any drag direction', () => {
    const week = painted([], { day: 1, hour: 3 }, { day: 0, hour: 2 }, true);
    expect([week.length, hoursOn(week)]).toEqual([DAYS * HOURS, 4]);
    expect([isOn(week, { day: 0, hour: 3 }), isOn(week, { day: 2, hour: 3 })]).toEqual([true, false]);
    expect(hoursOn(painted(week, { day: 0, hour: 0 }, { day: 6, hour: 23 }, false))).toBe(0);
  });

  it('are moved through by arrow keys, up to the edges of the week', () => {
    expect(stepped({ day: 0, hour: 0 }, 'ArrowUp')).toEqual({ day: 0, hour: 0 });
    expect(stepped({ day: 5, hour: 22 }, 'ArrowDown')).toEqual({ day: 6, hour: 22 });
    expect(stepped({ day: 2, hour: 9 }, 'End')).toEqual({ day: 2, hour: 23 });
    expect(stepped({ day: 2, hour: 9 }, 'Enter')).toBeUndefined();
  });

  it('are toggled by a press, and whole days or hours by their names', async () => {
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

  it('have one tab stop', () => {
    renderUi(<Holding told={vi.fn()} />);
    expect(screen.getAllByRole('cell').filter((cell) => cell.hasAttribute('data-hour') && cell.tabIndex === 0)).toHaveLength(1);
  });
});
