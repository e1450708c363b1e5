import { expect, it } from 'vitest';
import { accountBehind, accountHosted, ruleExists, ruleHit, signedInAs, spentEveryHour, tooMany } from '#contracts/states/states.ts';
import {
  hitResults,
  rehearsalGaps,
  ruleActions,
  ruleMetrics,
  ruleOperators,
  ruleRunStatuses,
  ruleStatuses,
} from '#contracts/vocabulary/host-rules.ts';
import { autoLevels } from '#contracts/vocabulary/hosting.ts';
import { entityLevels } from '#contracts/vocabulary/launches.ts';
import * as services from '#src/services/host-rules.service.ts';
import { refLike } from './asset-rows.ts';
import { describePact, file, success } from './exchange.ts';
import { running } from './launch-rows.ts';
import { eachLike, instant, integer, number, oneOf, string } from './matching.ts';
import { askTooMany } from './orders.ts';
import { askForGone, askRefused, askWrongly, expectQuiet } from './refused.ts';
import { plain } from './reports.ts';

const rule = (status: 'enabled' | 'disabled', id = 31, name = '止损') =>
  ruleExists({ id, host_account_id: 21, ad_account_id: 55, version: 2, name, owner: 11, status });
const given = [...running, rule('disabled')];
const hit = (result: 'suggested' | 'rejected' | 'done') => [
  ...given,
  ruleHit({ id: 41, rule_id: 31, host_account_id: 21, campaign_id: 91, result }),
];

const conditions = [
  { metric: 'spend' as const, window: 'today' as const, op: 'gte' as const, value: 1_000 },
  { metric: 'roi_d0' as const, window: 'today' as const, op: 'lt' as const, value: 0.6 },
];
const terms = {
  level: 'campaign' as const,
  conditions,
  guard: { min_spend_usd: 0, min_age_hours: 0, exclude_learning: false },
  action: 'pause' as const,
  action_value: null,
  action_limit: null,
  schedule: { every: 'half_hour' as const },
  cooldown_min: 120,
  max_actions_per_day: 3,
  priority: 80,
};
const AT = '2026-11-20T08:00:00.000Z';
const row = {
  id: 31,
  version: 2,
  name: '止损',
  owner: { id: 11, label: '林管理' },
  ...terms,
  dry_run: false,
  status: 'disabled',
  targets: [{ id: 21, label: 'Galaxy US' }],
  currency: 'USD',
  hits_24h: 0,
  last_run: null,
  can: ['edit'],
};
const rowLike = {
  ...row,
  id: integer(31),
  version: integer(2),
  name: string('止损'),
  owner: refLike(row.owner),
  level: oneOf('campaign', entityLevels),
  action: oneOf('pause', ruleActions),
  cooldown_min: integer(120),
  max_actions_per_day: integer(3),
  priority: integer(80),
  status: oneOf('disabled', ruleStatuses),
  targets: eachLike(refLike(row.targets[0] ?? { id: 0, label: '' })),
  currency: string('USD'),
  hits_24h: integer(0),
  can: eachLike(oneOf('edit', ['edit', 'copy', 'status', 'delete'])),
};
/** The rule after its first run, which hit a campaign. */
const hadRun = hit('suggested');
const ranRow = { ...row, hits_24h: 1, last_run: { at: AT, status: 'ok' } };
const ranLike = { ...rowLike, hits_24h: integer(1), last_run: { at: instant(AT), status: oneOf('ok', ruleRunStatuses) } };

const account = { id: 55, label: 'Galaxy US' };
const entity = { id: 91, label: '替身新娘 US', level: 'campaign' };
const entityLike = { id: integer(91), label: string(entity.label), level: oneOf('campaign', entityLevels) };
const check = { condition: conditions[0], value: 1_200, met: true };
const checkLike = {
  condition: { ...check.condition, metric: oneOf('spend', ruleMetrics), op: oneOf('gte', ruleOperators), value: number(1_000) },
  value: number(1_200),
  met: true,
};
const path = '/api/operation-rules';

const changed = { code: 409, reason: 'VERSION_CONFLICT', message: '? 于 2026-11-20 16:00 修改过，请重新载入' };
const withoutEffect = { code: 422, reason: 'RULE_NO_EFFECT', message: '规则没有可执行的对象' };

const found = {
  id: 41,
  at: AT,
  rule: { id: 31, label: '止损' },
  account,
  currency: 'USD',
  entity,
  checks: [check],
  action: 'pause',
  before: { status: 'ACTIVE' },
  after: { status: 'PAUSED' },
  result: 'rejected',
  skip_reason: null,
  error: null,
  expires_at: AT,
  decided_by: row.owner,
  undone_at: null,
  can: [],
};
const foundReply = success({
  list: eachLike({
    ...found,
    id: integer(41),
    at: instant(AT),
    rule: refLike(found.rule),
    account: refLike(account),
    currency: string('USD'),
    entity: entityLike,
    checks: eachLike(checkLike),
    action: oneOf('pause', ruleActions),
    result: oneOf('rejected', hitResults),
    expires_at: instant(AT),
    decided_by: refLike(row.owner),
  }),
  next_cursor: null,
  total: integer(1),
  total_capped: false,
});
const foundPage = { list: [found], next_cursor: null, total: 1, total_capped: false };

describePact('host-rules', (ask) => {
  it('lists one page of the rules', () => {
    const body = { keyword: '止损', status: 'disabled', sort: [{ field: 'priority', order: 'desc' }], page: 1, page_size: 20 } as const;
    return ask(
      { given: hadRun, path: `${path}/list`, body, reply: success({ list: eachLike(ranLike), total: integer(1) }) },
      async (heard) => {
        expect(plain(await services.listRules({ ...body, sort: [...body.sort] }))).toEqual({ list: [ranRow], total: 1 });
        expectQuiet(heard);
      },
    );
  });

  it('reads one rule', () => {
    const { id, name, owner, status } = row;
    const reply = success({ id, name: string(name), owner: { label: string(owner.label) }, status: oneOf('disabled', ruleStatuses) });
    return ask({ given, path: `${path}/detail`, body: { id }, reply }, async () =>
      expect(plain(await services.ruleDetail({ id }))).toEqual({ id, name, owner: { label: owner.label }, status }),
    );
  });

  it('refuses to read a rule that is gone', () => {
    const body = { id: 99 };
    return askForGone(ask, { path: `${path}/detail`, body, call: () => services.ruleDetail(body) });
  });

  it('refuses to show the rules to a user without the page', () =>
    askRefused(ask, {
      given: [signedInAs('staff')],
      path: `${path}/list`,
      body: { page: 1 },
      refused: { code: 403, reason: 'NO_PATH', message: '无权访问' },
      call: () => services.listRules({ page: 1 }),
    }));

  it('lists the managed accounts that rules may cover', () => {
    const target = { id: 21, label: 'Galaxy US', currency: 'USD', auto_level: 'auto' };
    return ask(
      {
        given,
        path: `${path}/targets`,
        body: {},
        reply: success({
          list: eachLike({ id: integer(21), label: string('Galaxy US'), currency: string('USD'), auto_level: oneOf('auto', autoLevels) }),
        }),
      },
      async () => expect(plain(await services.ruleTargets({}))).toEqual({ list: [target] }),
    );
  });

  it('creates a rule', () => {
    const body = { name: '止损二', ...terms, dry_run: false, host_account_ids: [21] };
    const { last_run: _, ...created } = { ...row, id: 1_000, version: 1, name: '止损二' };
    const { last_run: __, ...createdLike } = { ...rowLike, id: integer(1_000), version: integer(1), name: string('止损二') };
    return ask({ given, path: `${path}/create`, body, reply: success(createdLike) }, async () =>
      expect(plain(await services.createRule(body))).toEqual(created),
    );
  });

  it('refuses a second rule of the same name', () => {
    const body = { name: '止损', ...terms, dry_run: true, host_account_ids: [] };
    return askRefused(ask, {
      given,
      path: `${path}/create`,
      body,
      refused: { code: 409, reason: 'DUPLICATE', message: '名称“止损”已存在' },
      call: () => services.createRule(body),
    });
  });

  it('refuses a rise of budgets without an upper limit', () => {
    const body = { name: '放量', ...terms, action: 'budget_inc' as const, action_value: 20, dry_run: true, host_account_ids: [] };
    return askWrongly(ask, {
      given,
      path: `${path}/create`,
      body,
      field: 'action_limit',
      rule: 'required',
      message: '请输入action_limit',
      call: () => services.createRule(body),
    });
  });

  it('edits a rule', () => {
    const body = { id: 31, version: 2, priority: 70 };
    return ask(
      { given: hadRun, path: `${path}/edit`, body, reply: success({ ...ranLike, version: integer(3), priority: integer(70) }) },
      async () => expect(plain(await services.editRule(body))).toEqual({ ...ranRow, version: 3, priority: 70 }),
    );
  });

  it('refuses to edit a rule that is gone', () =>
    askForGone(ask, {
      path: `${path}/edit`,
      body: { id: 99, version: 1, priority: 70 },
      call: () => services.editRule({ id: 99, version: 1, priority: 70 }),
    }));

  it('refuses to edit a rule that was changed meanwhile', () => {
    const body = { id: 31, version: 1, priority: 70 };
    return askRefused(ask, { given, path: `${path}/edit`, body, refused: changed, call: () => services.editRule(body) });
  });

  it('refuses to give a rule the name of another one', () => {
    const body = { id: 31, version: 2, name: '放量' };
    return askRefused(ask, {
      given: [...given, rule('disabled', 32, '放量')],
      path: `${path}/edit`,
      body,
      refused: { code: 409, reason: 'DUPLICATE', message: '名称“放量”已存在' },
      call: () => services.editRule(body),
    });
  });

  it('refuses to take the last account from a rule that is on', () => {
    const body = { id: 31, version: 2, host_account_ids: [] };
    return askRefused(ask, {
      given: [...running, rule('enabled')],
      path: `${path}/edit`,
      body,
      refused: withoutEffect,
      call: () => services.editRule(body),
    });
  });

  it('copies a rule', () =>
    ask({ given, path: `${path}/copy`, body: { id: 31 }, reply: success({}) }, async () =>
      expect(await services.copyRule({ id: 31 })).toEqual({}),
    ));

  it('turns a rule on', () => {
    const body = { id: 31, version: 2, status: 'enabled' as const };
    return ask(
      {
        given: hadRun,
        path: `${path}/set_status`,
        body,
        reply: success({ ...ranLike, version: integer(3), status: oneOf('enabled', ruleStatuses) }),
      },
      async () => expect(plain(await services.setRuleStatus(body))).toEqual({ ...ranRow, version: 3, status: 'enabled' }),
    );
  });

  it('refuses to turn on a rule that was changed meanwhile', () => {
    const body = { id: 31, version: 1, status: 'enabled' as const };
    return askRefused(ask, { given, path: `${path}/set_status`, body, refused: changed, call: () => services.setRuleStatus(body) });
  });

  it('refuses to turn on a rule whose account is not hosted any more', () => {
    const body = { id: 31, version: 2, status: 'enabled' as const };
    const over = accountHosted({ id: 21, ad_account_id: 55, personal_account_id: 51, operator: 11, version: 1, state: 'ended' });
    return askRefused(ask, {
      given: [...running, over, rule('disabled')],
      path: `${path}/set_status`,
      body,
      refused: withoutEffect,
      call: () => services.setRuleStatus(body),
    });
  });

  it('deletes a rule', () =>
    ask({ given, path: `${path}/delete`, body: { id: 31, version: 2 }, reply: success({}) }, async () =>
      expect(await services.deleteRule({ id: 31, version: 2 })).toEqual({}),
    ));

  it('refuses to delete a rule that was changed meanwhile', () => {
    const body = { id: 31, version: 1 };
    return askRefused(ask, { given, path: `${path}/delete`, body, refused: changed, call: () => services.deleteRule(body) });
  });

  it('refuses to copy a rule that is gone', () => {
    const body = { id: 99 };
    return askForGone(ask, { path: `${path}/copy`, body, call: () => services.copyRule(body) });
  });

  it('refuses to turn on a rule that is gone', () => {
    const body = { id: 99, version: 1, status: 'enabled' as const };
    return askForGone(ask, { path: `${path}/set_status`, body, call: () => services.setRuleStatus(body) });
  });

  it('refuses to delete a rule that is gone', () => {
    const body = { id: 99, version: 1 };
    return askForGone(ask, { path: `${path}/delete`, body, call: () => services.deleteRule(body) });
  });

  it('refuses to evaluate a rule that is gone', () => {
    const body = { id: 99 };
    return askForGone(ask, { path: `${path}/dry_run`, body, call: () => services.dryRunRule(body) });
  });

  it('refuses to rehearse a rule that is gone', () => {
    const body = { id: 99 };
    return askForGone(ask, { path: `${path}/rehearse`, body, call: () => services.rehearseRule(body) });
  });

  it('refuses to list the runs of a rule that is gone', () => {
    const body = { rule_id: 99 };
    return askForGone(ask, { path: `${path}/runs`, body, call: () => services.listRuleRuns(body) });
  });

  it('refuses to show the ledger of a rule that is gone', () => {
    const body = { rule_id: 99 };
    return askForGone(ask, { path: `${path}/ledger`, body, call: () => services.ruleLedger(body) });
  });

  it('refuses to decide a suggestion that is gone', () => {
    const body = { hit_ids: [99], accept: true };
    return askForGone(ask, { path: `${path}/decide`, body, call: () => services.decideHits(body) });
  });

  it('refuses to undo an action that is gone', () => {
    const body = { hit_ids: [99] };
    return askForGone(ask, { path: `${path}/undo`, body, call: () => services.undoHits(body) });
  });

  /** The campaign has not spent yet, so its ROI is not known. */
  const quiet = [
    { condition: conditions[0], value: 0, met: false },
    { condition: conditions[1], value: null, met: false },
  ];

  it('evaluates a rule without acting', () =>
    ask(
      {
        given: [...given, accountBehind(55)],
        path: `${path}/dry_run`,
        body: { id: 31 },
        reply: success({
          evaluated: integer(1),
          matched: integer(0),
          stale: eachLike(refLike(account)),
          // A list of its own length, because within a list of any length that of the checks would not count.
          rows: [
            {
              entity: entityLike,
              account: refLike(account),
              matched: false,
              obstacle: null,
              checks: [
                { condition: conditions[0], value: number(0), met: false },
                { condition: conditions[1], value: null, met: false },
              ],
            },
          ],
        }),
      },
      async () =>
        expect(plain(await services.dryRunRule({ id: 31 }))).toEqual({
          evaluated: 1,
          matched: 0,
          stale: [account],
          rows: [{ entity, account, matched: false, obstacle: null, checks: quiet }],
        }),
    ));

  it('rehearses a rule on past hours', () => {
    const line = {
      entity,
      account,
      currency: 'USD',
      times: 1,
      first_at: AT,
      before: { status: 'ACTIVE' },
      after: { status: 'PAUSED' },
      saved_usd: 26_400,
      lost_usd: 0,
    };
    return ask(
      {
        given: [...given, spentEveryHour({ id: 91, spend_usd: 1_200 })],
        path: `${path}/rehearse`,
        body: { id: 31, days: 1 },
        reply: success({
          from: instant(AT),
          to: instant(AT),
          slots: integer(48),
          actions: integer(1),
          saved_usd: integer(26_400),
          lost_usd: integer(0),
          recorded_pct: number(0),
          gaps: eachLike(oneOf('objects', rehearsalGaps)),
          rows: eachLike({
            ...line,
            entity: entityLike,
            account: refLike(account),
            currency: string('USD'),
            times: integer(1),
            first_at: instant(AT),
            saved_usd: integer(26_400),
            lost_usd: integer(0),
          }),
        }),
      },
      async () =>
        expect(plain(await services.rehearseRule({ id: 31, days: 1 }))).toEqual({
          from: AT,
          to: AT,
          slots: 48,
          actions: 1,
          saved_usd: 26_400,
          lost_usd: 0,
          recorded_pct: 0,
          gaps: ['objects'],
          rows: [line],
        }),
    );
  });

  it('lists the runs of a rule', () => {
    const run = { id: 1, at: AT, account, evaluated: 1, matched: 1, acted: 1, skipped: 0, failed: 0, status: 'ok', message: null };
    return ask(
      {
        given: hit('suggested'),
        path: `${path}/runs`,
        body: { rule_id: 31 },
        reply: success({
          list: eachLike({
            ...run,
            id: integer(1),
            at: instant(AT),
            account: refLike(account),
            evaluated: integer(1),
            matched: integer(1),
            acted: integer(1),
            skipped: integer(0),
            failed: integer(0),
            status: oneOf('ok', ruleRunStatuses),
          }),
          next_cursor: null,
          total: integer(1),
          total_capped: false,
        }),
      },
      async () =>
        expect(plain(await services.listRuleRuns({ rule_id: 31 }))).toEqual({
          list: [run],
          next_cursor: null,
          total: 1,
          total_capped: false,
        }),
    );
  });

  it('lists the hits of rules', () => {
    const body = { rule_id: 31, result: ['rejected' as const] };
    return ask({ given: hit('rejected'), path: `${path}/hits`, body, reply: foundReply }, async () =>
      expect(plain(await services.listHits(body))).toEqual(foundPage),
    );
  });

  it('lists the hits on a campaign', () => {
    const body = { level: 'campaign' as const, id: 91 };
    return ask({ given: hit('rejected'), path: '/api/ad-entities/hits', body, reply: foundReply }, async () =>
      expect(plain(await services.entityHits(body))).toEqual(foundPage),
    );
  });

  it('refuses to list the hits on a campaign that is gone', () => {
    const body = { level: 'campaign' as const, id: 99 };
    return askForGone(ask, { path: '/api/ad-entities/hits', body, call: () => services.entityHits(body) });
  });

  it('rejects a suggestion', () => {
    const body = { hit_ids: [41], accept: false };
    return ask({ given: hit('suggested'), path: `${path}/decide`, body, reply: success({}) }, async () =>
      expect(await services.decideHits(body)).toEqual({}),
    );
  });

  it('refuses to decide a suggestion twice', () => {
    const body = { hit_ids: [41], accept: true };
    return askRefused(ask, {
      given: hit('done'),
      path: `${path}/decide`,
      body,
      refused: { code: 422, reason: 'STATE_CHANGED', message: '对象已被再次修改' },
      call: () => services.decideHits(body),
    });
  });

  it('undoes what a rule did', () => {
    const body = { hit_ids: [41] };
    return ask({ given: hit('done'), path: `${path}/undo`, body, reply: success({}) }, async () =>
      expect(await services.undoHits(body)).toEqual({}),
    );
  });

  it('refuses to undo what was not done', () => {
    const body = { hit_ids: [41] };
    return askRefused(ask, {
      given: hit('suggested'),
      path: `${path}/undo`,
      body,
      refused: { code: 422, reason: 'STATE_CHANGED', message: '对象已被再次修改' },
      call: () => services.undoHits(body),
    });
  });

  it('shows what the actions of a rule brought', () => {
    const line = {
      id: 41,
      at: AT,
      entity,
      account,
      currency: 'USD',
      action: 'pause',
      before: { status: 'ACTIVE' },
      after: { status: 'PAUSED' },
      hours: 0,
      spend_before_usd: 0,
      spend_after_usd: 0,
      revenue_before_usd: 0,
      revenue_after_usd: 0,
      undone_at: null,
    };
    return ask(
      {
        given: hit('done'),
        path: `${path}/ledger`,
        body: { rule_id: 31 },
        reply: success({
          list: eachLike({
            ...line,
            id: integer(41),
            at: instant(AT),
            entity: entityLike,
            account: refLike(account),
            currency: string('USD'),
            action: oneOf('pause', ruleActions),
            hours: integer(0),
            spend_before_usd: integer(0),
            spend_after_usd: integer(0),
            revenue_before_usd: integer(0),
            revenue_after_usd: integer(0),
          }),
          next_cursor: null,
          total: integer(1),
          total_capped: false,
        }),
      },
      async () =>
        expect(plain(await services.ruleLedger({ rule_id: 31 }))).toEqual({
          list: [line],
          next_cursor: null,
          total: 1,
          total_capped: false,
        }),
    );
  });

  it('exports the hits', () => {
    const body = { kind: 'hits' as const, columns: ['at', 'rule', 'object', 'result'], locale: 'en' as const };
    return ask(
      {
        given: hit('done'),
        path: `${path}/export`,
        body,
        reply: file({ plain: 'rule-hits_202611201600.xlsx', name: 'Rule hits_202611201600.xlsx' }),
      },
      async () => expect((await services.exportRules(body)).name).toBe('Rule hits_202611201600.xlsx'),
    );
  });

  it('exports what the actions of a rule brought', () => {
    const body = { kind: 'ledger' as const, rule_id: 31, columns: ['at', 'object', 'gain'], locale: 'en' as const };
    return ask(
      {
        given: hit('done'),
        path: `${path}/export`,
        body,
        reply: file({ plain: 'rule-ledger_202611201600.xlsx', name: 'Rule ledger_202611201600.xlsx' }),
      },
      async () => expect((await services.exportRules(body)).name).toBe('Rule ledger_202611201600.xlsx'),
    );
  });

  it('exports a rehearsal', () => {
    const body = { kind: 'rehearsal' as const, rule_id: 31, days: 1, columns: ['object', 'times', 'saved'], locale: 'en' as const };
    return ask(
      {
        given: [...given, spentEveryHour({ id: 91, spend_usd: 1_200 })],
        path: `${path}/export`,
        body,
        reply: file({ plain: 'rule-rehearsal_202611201600.xlsx', name: 'Rule rehearsal_202611201600.xlsx' }),
      },
      async () => expect((await services.exportRules(body)).name).toBe('Rule rehearsal_202611201600.xlsx'),
    );
  });

  it('refuses to export too many hits', () => {
    const body = { kind: 'hits' as const, columns: ['at'], locale: 'zh-cn' as const };
    return askTooMany(ask, {
      given: [signedInAs('admin'), tooMany('hits of rules')],
      path: `${path}/export`,
      body,
      call: () => services.exportRules(body),
    });
  });
});
