// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import type { HitRow } from '#machines/parts/rules/rule-values.ts';
import { sampleRule } from '#machines/parts/rules/rules.walks.ts';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { noticeBoard } from '#src/ui/overlay/notices.ts';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { hitsTab, rulesTab } from './index.ts';
import { messages } from './messages/index.ts';
import { ruleHits, ruleManagement } from './rules.wiring.ts';

const calls = vi.hoisted(() => ({
  listRules: vi.fn(),
  ruleTargets: vi.fn(),
  createRule: vi.fn(),
  setRuleStatus: vi.fn(),
  dryRunRule: vi.fn(),
  rehearseRule: vi.fn(),
  listHits: vi.fn(),
  decideHits: vi.fn(),
  undoHits: vi.fn(),
}));
vi.mock('#src/services/host-rules.service.ts', async (original) => ({ ...(await original<object>()), ...calls }));
vi.mock('#src/services/prefs.service.ts', () => ({ loadTableView: async () => undefined, saveTableView: async () => ({}) }));
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));
vi.mock('#src/services/drafts.service.ts', () => ({
  getDraft: async () => ({ draft: null }),
  saveDraft: async () => ({}),
  deleteDraft: async () => ({}),
}));

const entity = { id: 7, label: 'Set 7', level: 'ad_group' as const };
const account = { id: 5, label: 'Shop' };
const hit: HitRow = {
  id: 41,
  at: '2026-11-20T08:00:00Z',
  rule: { id: 1, label: 'Stop loss' },
  account,
  currency: 'USD',
  entity,
  checks: [
    { condition: { metric: 'spend', window: 'today', op: 'gte', value: 3_000 }, value: 4_000, met: true },
    { condition: { metric: 'roi_d0', window: 'today', op: 'lt', value: 0.3 }, value: null, met: false },
  ],
  action: 'budget_inc',
  before: { budget: 5_000 },
  after: { budget: 6_000 },
  result: 'suggested',
  skip_reason: null,
  error: null,
  expires_at: '2026-11-21T08:00:00Z',
  decided_by: null,
  undone_at: null,
  can: ['decide'],
};

let actor: AnyActorRef;

function show(tab: 'rules' | 'hits', filters = '') {
  actor = createActor(tab === 'rules' ? ruleManagement : ruleHits, { input: { search: `?tab=${tab}${filters}` } }).start();
  const { actions, body } = tab === 'rules' ? rulesTab(actor as never) : hitsTab(actor as never);
  renderUi(
    <MemoryRouter>
      <ViewerProvider viewer={{ id: 2, account: 'host_01', isAdmin: 0, isLeader: false, actions: ['rule', 'export'], name: '', pages: [] }}>
        <FeatureTexts messages={messages}>
          {actions}
          {body}
        </FeatureTexts>
      </ViewerProvider>
    </MemoryRouter>,
  );
}

const dialog = () => within(screen.getByRole(screen.queryByRole('dialog') ? 'dialog' : 'alertdialog'));

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset();
  calls.listRules.mockResolvedValue({ list: [{ ...sampleRule, name: 'Stop loss' }], total: 1 });
  calls.ruleTargets.mockResolvedValue({ list: [{ id: 5, label: 'Shop', currency: 'USD', auto_level: 'auto' }] });
  calls.listHits.mockResolvedValue({ list: [hit], next_cursor: null, total: 1, total_capped: false });
});

afterEach(() => {
  actor.stop();
  cleanup();
  for (const { id } of noticeBoard.read()) noticeBoard.remove(id);
});

describe('rules', () => {
  it('show what they do in one line', async () => {
    show('rules');
    // A long text is drawn in two halves.
    await waitFor(() => expect(document.body.textContent).toContain('Spend today ≥ $30 and D0 ROI today < 0.3 → Turn off'));
  });

  it('turn on a dry run at once, and a live rule after a question', async () => {
    show('rules');
    calls.setRuleStatus.mockResolvedValue({ ...sampleRule, status: 'enabled', dry_run: false, version: 2 });
    await userEvent.click(await screen.findByRole('switch', { name: 'Turn on rule Stop loss' }));
    await waitFor(() => expect(calls.setRuleStatus).toHaveBeenCalledOnce());
    cleanup();
    actor.stop();
    calls.setRuleStatus.mockClear();
    calls.listRules.mockResolvedValue({ list: [{ ...sampleRule, name: 'Live', dry_run: false }], total: 1 });
    show('rules');
    await userEvent.click(await screen.findByRole('switch', { name: 'Turn on rule Live' }));
    expect(calls.setRuleStatus).not.toHaveBeenCalled();
    await userEvent.click(dialog().getByRole('button', { name: 'Turn on' }));
    await waitFor(() => expect(calls.setRuleStatus).toHaveBeenCalledOnce());
  });

  it('start from a template and say in words what they will do', async () => {
    show('rules');
    await userEvent.click(await screen.findByRole('button', { name: 'Create rule' }));
    await userEvent.click(dialog().getByRole('button', { name: 'Scale up' }));
    expect(dialog().getByText(/then raise budget by 20%, at most 200.00 USD/)).toBeDefined();
    calls.createRule.mockResolvedValue(sampleRule);
    await userEvent.click(dialog().getByRole('button', { name: 'Create rule' }));
    await waitFor(() =>
      expect(calls.createRule).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({
          name: 'Scale up',
          action: 'budget_inc',
          action_value: 20,
          action_limit: 20_000,
          dry_run: true,
          conditions: [
            { metric: 'roi_d0', window: 'today', op: 'gte', value: 0.8 },
            { metric: 'first_payers', window: 'today', op: 'gte', value: 5 },
          ],
        }),
      ),
    );
  });

  it('nest conditions in groups, up to six in all', async () => {
    show('rules');
    await userEvent.click(await screen.findByRole('button', { name: 'Create rule' }));
    await userEvent.click(dialog().getByRole('button', { name: 'Add group' }));
    expect(dialog().getAllByRole('button', { name: 'Remove group' })).toHaveLength(1);
    const [inner] = dialog().getAllByRole('button', { name: 'Add condition' });
    if (inner === undefined) throw new Error('there is no button to add a condition');
    for (let added = 0; added < 4; added += 1) await userEvent.click(inner);
    expect(dialog().getAllByRole('button', { name: 'Remove condition' })).toHaveLength(6);
    expect(inner.hasAttribute('disabled')).toBe(true);
  });

  it('show a dry run with each figure against its threshold', async () => {
    calls.dryRunRule.mockResolvedValue({
      evaluated: 1,
      matched: 0,
      stale: [account],
      rows: [{ entity, account, matched: false, obstacle: 'age', checks: hit.checks }],
    });
    show('rules');
    await userEvent.click(await screen.findByRole('button', { name: 'More actions for Stop loss' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /^Dry run/ }));
    expect(await dialog().findByText('1 objects evaluated, 0 match')).toBeDefined();
    expect(dialog().getByText('no data')).toBeDefined();
    expect(dialog().getByText('Too young')).toBeDefined();
    expect(dialog().getByText(/The figures of Shop are older than 90 minutes/)).toBeDefined();
  });

  it('show what a rehearsal would have saved and lost, and what could not be known', async () => {
    calls.rehearseRule.mockResolvedValue({
      from: hit.at,
      to: hit.at,
      slots: 336,
      actions: 1,
      saved_usd: 5_000,
      lost_usd: 2_000,
      recorded_pct: 0.5,
      gaps: ['hours'],
      rows: [
        {
          entity,
          account,
          currency: 'USD',
          times: 1,
          first_at: hit.at,
          before: { status: 'ACTIVE' },
          after: { status: 'PAUSED' },
          saved_usd: 5_000,
          lost_usd: 2_000,
        },
      ],
    });
    show('rules');
    await userEvent.click(await screen.findByRole('button', { name: 'Rehearse Stop loss' }));
    expect((await dialog().findAllByText('$30.00')).length).toBe(2);
    expect(dialog().getByText(/Some hours were not recorded/)).toBeDefined();
    expect(dialog().getByText('On → Off')).toBeDefined();
    expect(calls.rehearseRule).toHaveBeenCalledExactlyOnceWith({ id: 1 }, expect.anything());
  });
});

describe('hits', () => {
  it('show figures, “no data” for none, and the change', async () => {
    show('hits');
    expect(await screen.findByText('$50.00 → $60.00')).toBeDefined();
    expect(screen.getByText('$40')).toBeDefined();
    expect(screen.getByText('no data')).toBeDefined();
  });

  it('say which rule they are filtered by, also when it has none', async () => {
    calls.listHits.mockResolvedValue({ list: [], next_cursor: null, total: 0, total_capped: false });
    calls.listRules.mockResolvedValue({ list: [{ ...sampleRule, id: 12, name: 'Stop loss' }], total: 1 });
    show('hits', '&rule_id=12');
    expect(await screen.findByText(/Rule: Stop loss/)).toBeDefined();
    expect(screen.queryByText(/#12/)).toBeNull();
  });

  it('are accepted after a question, and rejected at once', async () => {
    calls.decideHits.mockResolvedValue({});
    show('hits');
    await userEvent.click(await screen.findByRole('button', { name: 'Reject Set 7' }));
    await waitFor(() => expect(calls.decideHits).toHaveBeenCalledOnce());
    expect(calls.decideHits.mock.calls[0]?.[0]).toMatchObject({ hit_ids: [41], accept: false });
    await userEvent.click(await screen.findByRole('button', { name: 'Accept Set 7' }));
    expect(calls.decideHits).toHaveBeenCalledOnce();
    await userEvent.click(dialog().getByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(calls.decideHits).toHaveBeenCalledTimes(2));
    expect(calls.decideHits.mock.calls[1]?.[0]).toMatchObject({ hit_ids: [41], accept: true });
  });

  it('are undone after a question', async () => {
    calls.listHits.mockResolvedValue({
      list: [{ ...hit, result: 'done', can: ['undo'] }],
      next_cursor: null,
      total: 1,
      total_capped: false,
    });
    calls.undoHits.mockResolvedValue({});
    show('hits');
    await userEvent.click(await screen.findByRole('button', { name: 'Undo Set 7' }));
    await userEvent.click(dialog().getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(calls.undoHits).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ hit_ids: [41] })));
  });
});
