// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import type { AlertTargetRow } from '#contracts/endpoints/alerts.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { alertDelivery } from './alert-delivery.wiring.ts';
import AlertDeliveryLayer from './index.ts';

const calls = vi.hoisted(() => ({
  listAlertTargets: vi.fn(),
  saveAlertTarget: vi.fn(),
  deleteAlertTarget: vi.fn(),
  testAlertTarget: vi.fn(),
}));
vi.mock('#src/services/alerts.service.ts', () => calls);

const target: AlertTargetRow = {
  id: 7,
  name: 'Night shift',
  format: 'feishu',
  language: 'en',
  levels: ['warn', 'error'],
  kinds: [],
  quiet_from: '22:00',
  quiet_to: '08:00',
  quiet_errors: true,
  enabled: true,
  address: 'https://open.feishu.cn/…',
  secret_set: true,
  last_at: '2026-11-20T08:00:00Z',
  last_problem: 'wrong_signature',
  last_text: 'The receiver does not accept the signature. Check the secret. (19021)',
  waiting: 2,
};

const show = () => {
  const delivery = createActor(alertDelivery).start();
  delivery.send({ type: 'delivery.opened' });
  renderUi(<AlertDeliveryLayer delivery={delivery} />);
  return delivery;
};

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset();
  calls.listAlertTargets.mockResolvedValue({ list: [target] });
});
afterEach(cleanup);

it('shows where alerts are sent to, and what became of the last message', async () => {
  show();
  const item = within(await screen.findByRole('listitem'));
  expect(item.getByText('https://open.feishu.cn/…')).toBeTruthy();
  expect(item.getByText('Warning, Error · quiet from 22:00 to 08:00 · 2 alerts waiting')).toBeTruthy();
  expect(item.getByRole('status').textContent).toMatch(/does not accept the signature/);
});

it('sends a test message, and shows its outcome', async () => {
  calls.testAlertTarget.mockResolvedValue(target);
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Send test Night shift' }));
  expect(calls.testAlertTarget.mock.calls).toEqual([[{ id: 7 }]]);
  await waitFor(() => expect(calls.listAlertTargets).toHaveBeenCalledTimes(2));
});

it('saves a target without address and secret when these are not typed again', async () => {
  calls.saveAlertTarget.mockResolvedValue(target);
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Night shift' }));
  expect(screen.getByText('Leave it empty to keep https://open.feishu.cn/…')).toBeTruthy();
  const name = screen.getByRole('textbox', { name: /Name/ });
  await userEvent.clear(name);
  await userEvent.type(name, 'Day shift');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(calls.saveAlertTarget).toHaveBeenCalledTimes(1));
  const [request] = calls.saveAlertTarget.mock.calls[0] ?? [];
  expect(request).toMatchObject({ id: 7, name: 'Day shift', quiet_from: '22:00', quiet_to: '08:00' });
  expect(Object.keys(request)).not.toContain('address');
  expect(Object.keys(request)).not.toContain('secret');
});

it('deletes a target after a question', async () => {
  calls.deleteAlertTarget.mockResolvedValue({});
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Night shift' }));
  expect(calls.deleteAlertTarget).not.toHaveBeenCalled();
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(calls.deleteAlertTarget.mock.calls).toEqual([[{ id: 7 }]]));
});
