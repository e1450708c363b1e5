// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { InstantField, toInstant } from './instant-field.tsx';

afterEach(cleanup);

function ControlledField({ start, onChange }: { start: string; onChange: (value: string) => void }) {
  const [value, setValue] = useState(start);
  const change = (next: string) => {
    setValue(next);
    onChange(next);
  };
  return (
    <>
      <InstantField label="At" value={value} onChange={change} />
      <button type="button" onClick={() => setValue('2026-12-01T00:00:00.000Z')}>
        other
      </button>
    </>
  );
}
const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'At' });

describe('local minute', () => {
  it.each([
    ['2026-11-22 23:59', 'Asia/Shanghai', '2026-11-22T15:59:00.000Z'],
    ['2026-11-22T23:59', 'Asia/Shanghai', '2026-11-22T15:59:00.000Z'],
    [' 2026-1-2 3:04 ', 'UTC', '2026-01-02T03:04:00.000Z'],
    // Daylight saving time and standard time.
    ['2026-07-01 12:00', 'America/New_York', '2026-07-01T16:00:00.000Z'],
    ['2026-12-01 12:00', 'America/New_York', '2026-12-01T17:00:00.000Z'],
  ])('%s in %s is %s', (localTime, timezone, instant) => {
    expect(toInstant(localTime, timezone)).toBe(instant);
  });

  it.each([
    ['2026-02-30 10:00', 'UTC'],
    ['2026-13-01 10:00', 'UTC'],
    ['2026-11-22 24:00', 'UTC'],
    ['2026-11-22 10:60', 'UTC'],
    ['2026-11-22', 'UTC'],
    ['tomorrow', 'UTC'],
    ['', 'UTC'],
    // The hour that daylight saving time skips.
    ['2026-03-08 02:30', 'America/New_York'],
  ])('%s in %s does not exist', (localTime, timezone) => {
    expect(toInstant(localTime, timezone)).toBeUndefined();
  });
});

describe('instant field', () => {
  it('shows the instant in the timezone of the user', () => {
    renderUi(<InstantField label="At" value="2026-11-22T15:59:00.000Z" onChange={vi.fn()} />);
    expect(input().value).toBe('2026-11-22 23:59');
    expect(screen.getByText('Asia/Shanghai')).toBeTruthy();
  });

  it('passes on the instant once a whole minute is typed, and the text before that', async () => {
    const onChange = vi.fn();
    renderUi(<ControlledField start="" onChange={onChange} />);
    await userEvent.type(input(), '2026-11-22 23:59');
    expect(onChange).toHaveBeenCalledWith('2026-11-22 23:5');
    expect(onChange).toHaveBeenLastCalledWith('2026-11-22T15:59:00.000Z');
    expect(input().value).toBe('2026-11-22 23:59');
  });

  it('keeps the text as typed', async () => {
    renderUi(<ControlledField start="" onChange={vi.fn()} />);
    await userEvent.type(input(), '2026-1-2 3:04');
    expect(input().value).toBe('2026-1-2 3:04');
  });

  it('can be emptied', async () => {
    const onChange = vi.fn();
    renderUi(<ControlledField start="2026-11-22T15:59:00.000Z" onChange={onChange} />);
    await userEvent.clear(input());
    expect(onChange).toHaveBeenLastCalledWith('');
    expect(input().value).toBe('');
  });

  it('shows a new value from outside, whatever was typed before', async () => {
    renderUi(<ControlledField start="" onChange={vi.fn()} />);
    await userEvent.type(input(), '2026-1-2 3');
    await userEvent.click(screen.getByRole('button', { name: 'other' }));
    expect(input().value).toBe('2026-12-01 08:00');
  });

  it('takes a day and a time from the calendar, in the timezone of the field', async () => {
    const onChange = vi.fn();
    renderUi(<ControlledField start="2026-11-22T15:59:00.000Z" onChange={onChange} />);
    await userEvent.click(screen.getByRole('button', { name: 'Open the calendar: At' }));
    await userEvent.click(await screen.findByRole('button', { name: /2026-11-25/ }));
    expect(onChange).toHaveBeenLastCalledWith('2026-11-25T15:59:00.000Z');
    fireEvent.change(screen.getByLabelText('Time'), { target: { value: '08:30' } });
    expect(onChange).toHaveBeenLastCalledWith('2026-11-25T00:30:00.000Z');
    expect(input().value).toBe('2026-11-25 08:30');
  });

  it('gives the focus back when the calendar closes', async () => {
    renderUi(<ControlledField start="" onChange={vi.fn()} />);
    const opener = screen.getByRole('button', { name: 'Open the calendar: At' });
    await userEvent.click(opener);
    await waitFor(() => expect(document.activeElement?.getAttribute('data-day')).toBeTruthy());
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(opener);
  });
});
