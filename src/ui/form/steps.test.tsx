// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { Steps } from './steps.tsx';

afterEach(cleanup);

it('leads to open steps, and says why the others are closed', async () => {
  const onShow = vi.fn();
  renderUi(
    <Steps
      label="Way"
      shown="b"
      onShow={onShow}
      steps={[
        { key: 'a', text: 'First', done: true },
        { key: 'b', text: 'Second', done: false },
        { key: 'c', text: 'Third', done: false, refusal: 'Finish the second' },
      ]}
    />,
  );
  const [first, second, third] = screen.getAllByRole('button');
  expect(second?.getAttribute('aria-current')).toBe('step');
  expect([third?.getAttribute('aria-disabled'), third?.title]).toEqual(['true', 'Finish the second']);
  for (const step of [first, second, third]) await userEvent.click(step as HTMLElement);
  expect(onShow.mock.calls).toEqual([['a']]);
});
