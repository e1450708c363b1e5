import { describe, expect, it } from 'vitest';
import { unreached, untaken } from '#tests/support/paths.ts';
import { observe } from '#tests/support/stage.ts';
import { blankHostAccount, checkHostAccount, checkReport, hostAccountDraft, hostAccountQuery, toHostTerms } from './host-account-rules.ts';
import { hostAccountsMachine } from './host-accounts.machine.ts';
import { hostAccount, walks } from './host-accounts.walks.ts';

const begin = (search = '') => observe(hostAccountsMachine, { search });

describe('managed accounts', () => {
  it('follow the batch of an ending, and replace the ended row', () => {
    const { actor, heard, facts } = begin();
    actor.send({ type: 'endingForm.saved', saved: { row: hostAccount, batchIds: [7] } });
    expect(heard()).toEqual({
      batch: [{ type: 'batch.followed', batchId: 7, siblings: [] }],
      list: [{ type: 'list.rowReplaced', row: hostAccount }],
    });
    expect(facts).toEqual([{ type: 'page.batchStarted', batchId: 7 }]);
  });

  it('open the choice of rules with those that are bound', () => {
    const { actor, heard } = begin();
    const rule = {
      label: 'Stop loss',
      level: 'campaign' as const,
      status: 'enabled' as const,
      dry_run: false,
      owner: hostAccount.operator,
    };
    const rules = [
      { ...rule, id: 31, is_bound: true },
      { ...rule, id: 32, is_bound: false },
    ];
    actor.send({ type: 'ruleLoading.done', subject: { id: 7, name: 'A' }, result: rules });
    expect(heard()).toEqual({
      binding: [{ type: 'form.opened', draft: { values: { rule_ids: [31] }, subject: { id: 7, name: 'A', rules } } }],
    });
  });

  it('write their filters to the address and read them back', () => {
    const search = '?state=hosting%2Cpaused&auto_level=auto&has_suggestions=true&sort=spend_7d.desc';
    expect(hostAccountQuery.write(hostAccountQuery.read(search))).toBe(search);
    expect(hostAccountQuery.read('?state=gone&auto_level=x').filters).toEqual({});
  });
});

describe('the terms of a managed account', () => {
  const { values, subject } = hostAccountDraft(hostAccount);

  it('need an account, an operator, a start and the consent', () => {
    expect(checkHostAccount(values, subject)).toEqual({});
    expect(Object.keys(checkHostAccount(blankHostAccount, undefined)).sort()).toEqual([
      'ad_account_id',
      'consent',
      'operator_user_id',
      'start_at',
    ]);
  });

  it('end after they start, with a cap and a target within their bounds', () => {
    const wrong = { ...values, end_at: values.start_at, daily_cap: 0, target_roi: 11, remark: 'x'.repeat(201) };
    expect(Object.keys(checkHostAccount(wrong, subject)).sort()).toEqual(['daily_cap', 'end_at', 'remark', 'target_roi']);
  });

  it('are sent in the units of the server', () => {
    expect(toHostTerms({ ...values, daily_cap: 12.5, target_roi: 1.25 })).toMatchObject({ daily_cap: 1_250, target_roi_bp: 12_500 });
    expect(toHostTerms({ ...values, currency: 'JPY', daily_cap: 500, target_roi: undefined, remark: ' ' })).toMatchObject({
      daily_cap: 500,
      target_roi_bp: null,
      remark: null,
    });
  });
});

describe('the days of a report', () => {
  it('are dates in order, at most half a year', () => {
    expect(checkReport({ date_from: '2026-11-01', date_to: '2026-11-20' })).toEqual({});
    expect(checkReport({ date_from: '', date_to: '2026-13-01' })).toMatchObject({ date_from: { rule: 'required' } });
    expect(checkReport({ date_from: '2026-11-02', date_to: '2026-11-01' })).toMatchObject({ date_to: { rule: 'dateMin' } });
    expect(checkReport({ date_from: '2026-01-01', date_to: '2026-11-01' })).toMatchObject({ date_to: { rule: 'dateMax' } });
  });
});

describe('the machines of managed accounts', () => {
  it.each(walks.map((walk) => [walk.machine.id, walk] as const))('%s reaches every state, and takes every transition', (_, walk) => {
    expect(unreached(walk)).toEqual([]);
    expect(untaken(walk)).toEqual([]);
  });
});
