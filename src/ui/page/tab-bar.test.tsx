// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { TabBar } from './tab-bar.tsx';

afterEach(cleanup);

const tabs = [
  { key: 'batches', text: 'Batches' },
  { key: 'operations', text: 'Operations' },
] as const;

function Logs() {
  const [shown, setShown] = useState<'batches' | 'operations'>('batches');
  return (
    <TabBar label="Logs" tabs={tabs} shown={shown} onShow={setShown}>
      <p>{shown}</p>
    </TabBar>
  );
}

it('names its panel after the tab, and moves through the tabs in a circle with the arrow keys', async () => {
  renderUi(<Logs />);
  expect(screen.getByRole('tabpanel', { name: 'Batches' }).textContent).toBe('batches');
  await userEvent.tab();
  await userEvent.keyboard('{ArrowLeft}');
  expect(screen.getByRole('tabpanel', { name: 'Operations' }).textContent).toBe('operations');
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Operations', selected: true }));
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Batches');
  await userEvent.click(screen.getByRole('tab', { name: 'Operations' }));
  expect(screen.getByRole('tabpanel').textContent).toBe('operations');
});
