// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { ChosenSum } from './chosen-sum.tsx';
import { messages } from './messages/index.ts';

afterEach(cleanup);

const show = (rows: Parameters<typeof ChosenSum>[0]['rows']) =>
  renderUi(
    <FeatureTexts messages={messages}>
      <ChosenSum rows={rows} />
    </FeatureTexts>,
  );

const textOf = () => screen.queryByRole('status')?.textContent;

it('adds up the chosen rows and makes the return from the sums', () => {
  show([
    { m: { spend: 10_000, new_users: 10, first_payers: 2, revenue: 5_000, roi: 0.5 } },
    { m: { spend: 30_000, new_users: 5, first_payers: 1, revenue: 45_000, roi: 1.5 } },
  ]);
  expect(textOf()).toBe('Spend $400.00New users 15First payers 3Revenue $500.00Period ROI 1.25');
});

it('leaves out what a row does not know, and the return of nothing spent', () => {
  show([{ m: { spend: 0, new_users: null, revenue: 100 } }, { m: { spend: 0, new_users: 1, revenue: 0 } }]);
  expect(textOf()).toBe('Spend $0.00Revenue $1.00');
  cleanup();
  show([{ m: {} }]);
  expect(textOf()).toBeUndefined();
});
