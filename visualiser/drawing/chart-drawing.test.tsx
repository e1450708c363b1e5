// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { checkout } from '../fixtures/checkout.ts';
import { constructs } from '../fixtures/constructs.ts';
import { computeLayout } from '../layout/compute-layout.ts';
import { buildChart } from '../model/build-chart.ts';
import { ChartDrawing, type ChartDrawingProps } from './chart-drawing.tsx';

afterEach(cleanup);

async function show(machine: Parameters<typeof buildChart>[0], props: Partial<ChartDrawingProps> = {}, collapsed: string[] = []) {
  const chart = buildChart(machine);
  const layout = await computeLayout(chart, { collapsed: new Set(collapsed) });
  const view = (more: Partial<ChartDrawingProps>) => <ChartDrawing chart={chart} layout={layout} {...props} {...more} />;
  const { rerender } = render(view({}));
  return { change: (more: Partial<ChartDrawingProps>) => rerender(view(more)) };
}

const getFocusedName = () => document.activeElement?.getAttribute('aria-label');

describe('a drawing on a page', () => {
  it('has accessible names and descriptions for itself, its states and its transitions', async () => {
    await show(constructs.sequence, { label: 'The drawing of sequence', onChoose: () => {} });
    expect(screen.getByRole('group', { name: 'The drawing of sequence' }).getAttribute('aria-description')).toBe('One after the other.');
    expect(screen.getByRole('button', { name: 'first' }).getAttribute('aria-description')).toBe('Where it begins.');
    expect(screen.getByRole('button', { name: 'next → second' }).querySelector('title')?.textContent).toBe('Onwards.');
  });

  it('uses the names that it is given', async () => {
    await show(constructs.sequence, { names: { state: ({ key }) => `Zustand ${key}`, transition: (_, text) => `Übergang ${text}` } });
    expect(screen.getByRole('img', { name: 'Zustand first' })).toBeTruthy();
    expect(screen.getAllByRole('img', { name: 'Übergang next' })).toHaveLength(2);
  });

  it('is a single tab stop whose parts are reached with the arrow keys, transitions after their source state', async () => {
    await show(constructs.sequence, { onChoose: () => {} });
    const user = userEvent.setup();
    expect(document.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
    await user.tab();
    expect(getFocusedName()).toBe('sequence');
    const visited: (string | null | undefined)[] = [];
    for (let step = 0; step < 5; step += 1) {
      await user.keyboard('{ArrowDown}');
      visited.push(getFocusedName());
    }
    expect(visited).toEqual(['first', 'next → second', 'second', 'next → third', 'third (final)']);
    await user.keyboard('{ArrowRight}');
    expect(getFocusedName()).toBe('third (final)');
    await user.keyboard('{Home}');
    expect(getFocusedName()).toBe('sequence');
    await user.keyboard('{End}{ArrowLeft}');
    expect(getFocusedName()).toBe('next → third');
    await user.tab();
    expect(document.activeElement).toBe(document.body);
    expect(document.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  });

  it('reports what was chosen by mouse and by keyboard', async () => {
    const onChoose = vi.fn<(id: string) => void>();
    const { change } = await show(constructs.sequence, { onChoose });
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'second' }));
    await user.keyboard('{ArrowDown}{Enter}{Home} ');
    expect(onChoose.mock.calls).toEqual([['sequence.second'], ['sequence.second:next:0'], ['sequence']]);
    expect(screen.queryByRole('button', { pressed: true })).toBeNull();
    change({ chosen: 'sequence.third' });
    expect(screen.getByRole('button', { pressed: true }).getAttribute('aria-label')).toBe('third (final)');
  });

  it('does not handle keys that belong to the page', async () => {
    const onKeyDown = vi.fn<(key: string) => void>();
    await show(constructs.sequence, { onChoose: () => {} });
    document.body.addEventListener('keydown', ({ key }) => onKeyDown(key), { once: false });
    const user = userEvent.setup();
    await user.tab();
    onKeyDown.mockClear();
    await user.keyboard('{ArrowDown}+{Escape}');
    expect(onKeyDown.mock.calls.flat()).toEqual(['+', 'Escape']);
  });

  it('has buttons to collapse and expand states if `onToggle` is given', async () => {
    const onToggle = vi.fn<(state: string) => void>();
    await show(checkout, { onToggle, getToggleName: (state, isClosed) => `${isClosed ? 'open' : 'close'} ${state}` }, ['checkout.payment']);
    const user = userEvent.setup();
    const button = screen.getByRole('button', { name: 'open checkout.payment' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    await user.click(button);
    await user.keyboard('{Home}{ArrowDown}');
    expect(getFocusedName()).toBe('close checkout');
    await user.keyboard('{Enter}');
    expect(onToggle.mock.calls).toEqual([['checkout.payment'], ['checkout']]);
  });

  it('has no such buttons otherwise', async () => {
    await show(checkout);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('marks active states and taken transitions with classes', async () => {
    await show(constructs.sequence, { active: new Set(['sequence.second']), taken: new Set(['sequence.first:next:0']) });
    expect([...document.querySelectorAll('.ads-is-active')].map((one) => one.getAttribute('aria-label'))).toEqual(['second']);
    expect([...document.querySelectorAll('.ads-is-taken')].map((one) => one.getAttribute('aria-label'))).toEqual(['next → second']);
  });

  it('takes every colour from CSS variables', async () => {
    await show(checkout, { onToggle: () => {} });
    const colours = [...document.querySelectorAll('svg [fill], svg [stroke]')].flatMap((one) => [
      one.getAttribute('fill'),
      one.getAttribute('stroke'),
    ]);
    expect(new Set(colours.filter((one) => one !== null && !/^(?:none|transparent|var\(--chart-[a-z-]+\))$/.test(one)))).toEqual(new Set());
  });
});
