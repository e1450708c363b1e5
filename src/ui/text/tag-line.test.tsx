// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { DASH } from '#src/locale/format.ts';
import { TagLine } from './tag-line.tsx';

afterEach(cleanup);

const tags = ['一组', '二组', '三组', '四组'].map((text, key) => ({ key, text }));

it('shows as many tags as fit, and names the others on hover', () => {
  render(<TagLine tags={tags} />);
  expect(screen.getByText('一组').title).toBe('一组');
  expect(screen.queryByText('三组')).toBeNull();
  expect(screen.getByText('+2').title).toBe('三组\n四组');
});

it('shows all tags where there is room', () => {
  render(<TagLine tags={tags} shown={4} />);
  expect(screen.getByText('四组')).toBeTruthy();
  expect(screen.queryByText(/^\+/)).toBeNull();
});

it('shows only whole tags in a narrow column, and at least one', () => {
  const words = ['Export', 'Publish', 'Turn on/off', 'Budgets'].map((text, key) => ({ key, text }));
  const { rerender } = render(<TagLine tags={words} shown={3} room={200} />);
  expect(screen.getByText('+2')).toBeTruthy();
  rerender(<TagLine tags={words} shown={3} room={40} />);
  expect(screen.getByText('+3')).toBeTruthy();
});

it('shows a dash without tags, unless something precedes them', () => {
  const { rerender, container } = render(<TagLine tags={[]} />);
  expect(container.textContent).toBe(DASH);
  rerender(<TagLine tags={[]} start={<b>缺投放</b>} />);
  expect(container.textContent).toBe('缺投放');
});
