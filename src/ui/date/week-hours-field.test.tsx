// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { countHours, DAYS, HOURS, isOn, moveHour, paintHours } from './week-hours.ts';
import { WeekHoursField } from './week-hours-field.tsx';

afterEach(cleanup);

function ControlledField({ onChange }: { onChange: (value: readonly number[]) => void }) {
  const [value, setValue] = useState<readonly number[]>([]);
  return (
    <WeekHoursField
      label="Hours"
      value={value}
      onChange={(next) => {
        setValue(next);
        onChange(next);
      }}
    />
  );
}

describe('week hours', () => {
  it('are painted between two corners, in any drag direction', () => {
    const week = paintHours([], { day: 1, hour: 3 }, { day: 0, hour: 2 }, true);
    expect([week.length, countHours(week)]).toEqual([DAYS * HOURS, 4]);
    expect([isOn(week, { day: 0, hour: 3 }), isOn(week, { day: 2, hour: 3 })]).toEqual([true, false]);
    expect(countHours(paintHours(week, { day: 0, hour: 0 }, { day: 6, hour: 23 }, false))).toBe(0);
  });

  it('are moved through by arrow keys, up to the edges of the week', () => {
    expect(moveHour({ day: 0, hour: 0 }, 'ArrowUp')).toEqual({ day: 0, hour: 0 });
    expect(moveHour({ day: 5, hour: 22 }, 'ArrowDown')).toEqual({ day: 6, hour: 22 });
    expect(moveHour({ day: 2, hour: 9 }, 'End')).toEqual({ day: 2, hour: 23 });
    expect(moveHour({ day: 2, hour: 9 }, 'Enter')).toBeUndefined();
  });

  it('are toggled by a press, and whole days or hours by their names', async () => {
    const onChange = vi.fn();
    renderUi(<ControlledField onChange={onChange} />);
    fireEvent.pointerDown(screen.getByRole('cell', { name: 'Tue 05:00' }), { button: 0 });
    fireEvent.pointerUp(screen.getByRole('grid'));
    expect(screen.getByText('1 hour selected')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Tue' }));
    expect(screen.getByText('24 hours selected')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '05:00 of every day' }));
    expect(countHours(onChange.mock.calls.at(-1)?.[0])).toBe(30);
    await userEvent.click(screen.getByRole('button', { name: 'Tue' }));
    expect(countHours(onChange.mock.calls.at(-1)?.[0])).toBe(6);
  });

  it('have one tab stop', () => {
    renderUi(<ControlledField onChange={vi.fn()} />);
    expect(screen.getAllByRole('cell').filter((cell) => cell.hasAttribute('data-hour') && cell.tabIndex === 0)).toHaveLength(1);
  });
});
