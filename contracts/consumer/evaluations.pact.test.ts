import { expect, it } from 'vitest';
import { dramaEvaluated, dramaExists, evaluationDecided, signedInAs, tooMany } from '#contracts/states/states.ts';
import { dramaStages } from '#contracts/vocabulary/dramas.ts';
import { evaluationDecisions, evaluationStates, evaluationSuggestions } from '#contracts/vocabulary/evaluations.ts';
import * as services from '#src/services/evaluations.service.ts';
import { refLike } from './asset-rows.ts';
import { describePact, file, success } from './exchange.ts';
import { published } from './launch-rows.ts';
import { eachLike, instant, integer, number, oneOf, someText, string } from './matching.ts';
import { askTooMany } from './orders.ts';
import { askForGone, askRefused, askWrongly, expectQuiet } from './refused.ts';
import { date, fresh, freshLike, plain } from './reports.ts';

const admin = [signedInAs('admin')];
const drama = dramaExists({ id: 51, code: 'LOVE-01', title: '替身新娘', version: 3, copyright_until: '2099-12-31', status: 'on' });
const evaluated = dramaEvaluated({ id: 21, drama_id: 51, version: 2, owner: 11 });
const given = [...admin, drama, evaluated];
/** The drama has a campaign that spends today. */
const spending = [...published, evaluated];
const decided = evaluationDecided({ id: 20, drama_id: 51, version: 3, owner: 11, decision: 'stop', note: '成本过高' });
const scaled = evaluationDecided({ id: 20, drama_id: 51, version: 3, owner: 11, decision: 'scale', note: '放量' });

const thresholds = { roi_d0: 0.6, pay_rate: 0.045, cost_per_payer_usd: 4_000, ctr_link: 0.012, hold_rate: 0.3 };
const thresholdsLike = {
  roi_d0: number(0.6),
  pay_rate: number(0.045),
  cost_per_payer_usd: integer(4_000),
  ctr_link: number(0.012),
  hold_rate: number(0.3),
};
const unknown = (threshold: number) => ({ value: null, threshold, score: null });
const unknownLike = (threshold: number) => ({ value: null, threshold: number(threshold), score: null });
const parts = {
  roi_d0: { value: 0, threshold: 0.6, score: 0 },
  pay_rate: unknown(0.045),
  cost_per_payer: unknown(4_000),
  ctr_link: unknown(0.012),
  hold_rate: unknown(0.3),
};
const partsLike = {
  roi_d0: { value: number(0), threshold: number(0.6), score: number(0) },
  pay_rate: unknownLike(0.045),
  cost_per_payer: unknownLike(4_000),
  ctr_link: unknownLike(0.012),
  hold_rate: unknownLike(0.3),
};
const row = {
  id: 21,
  version: 2,
  drama: { id: 51, label: '替身新娘', code: 'LOVE-01', cover_url: null },
  language: 'en',
  stage: 'testing',
  round: 1,
  owner: { id: 11, label: '林管理' },
  date_from: '2026-11-10',
  date_to: null,
  state: 'running',
  test_budget_usd: 100_000,
  min_spend_usd: 30_000,
  thresholds,
  m: { spend: 1_200 },
  running: true,
  parts,
  score: null,
  scored_at: null,
  suggest: 'insufficient',
  decision: null,
  decided_at: null,
  note: null,
  campaigns_running: 1,
  campaigns_closable: 1,
  can: ['decide'],
};
const rowLike = {
  id: integer(21),
  version: integer(2),
  drama: { ...refLike(row.drama), code: string('LOVE-01'), cover_url: null },
  language: string('en'),
  stage: oneOf('testing', dramaStages),
  round: integer(1),
  owner: refLike(row.owner),
  date_from: date('2026-11-10'),
  date_to: null,
  state: oneOf('running', evaluationStates),
  test_budget_usd: integer(100_000),
  min_spend_usd: integer(30_000),
  thresholds: thresholdsLike,
  m: { spend: integer(1_200) },
  running: true,
  parts: partsLike,
  score: null,
  scored_at: null,
  suggest: oneOf('insufficient', evaluationSuggestions),
  decision: null,
  decided_at: null,
  note: null,
  campaigns_running: integer(1),
  campaigns_closable: integer(1),
  can: eachLike(oneOf('decide', ['edit', 'score', 'decide'])),
};
/** A round that was scored. */
const scored = { ...row, scored_at: '2026-11-20T08:00:00.000Z' };
const scoredLike = { ...rowLike, scored_at: instant(scored.scored_at) };

const decision = {
  decision: 'stop',
  decided_by: { id: 11, label: '林管理' },
  decided_at: '2026-11-20T08:00:00.000Z',
  note: '成本过高',
};
const decisionLike = {
  decision: oneOf('stop', evaluationDecisions),
  decided_by: refLike(decision.decided_by),
  decided_at: instant(decision.decided_at),
  note: string(decision.note),
};

const created = {
  drama_id: 51,
  date_from: '2026-11-10',
  date_to: null,
  test_budget_usd: 100_000,
  min_spend_usd: 30_000,
  thresholds,
  owner_user_id: 11,
};
const path = '/api/analyse-evaluate';

describePact('evaluations', (ask) => {
  const askDecided = (exchange: { path: string; body: object; call: () => Promise<unknown> }) =>
    askRefused(ask, {
      given: [...admin, drama, decided],
      ...exchange,
      refused: { code: 422, reason: 'STATE_ENDED', message: '已结束' },
    });

  it('lists one page of the rounds', () => {
    const body = { keyword: '新娘', state: 'running', sort: [{ field: 'score', order: 'desc' }], page: 1, page_size: 20 } as const;
    const { provisional_from: _later, ...times } = fresh;
    const { provisional_from: _laterLike, ...timesLike } = freshLike;
    return ask(
      {
        given: spending,
        path: `${path}/list`,
        body,
        reply: success({ list: eachLike({ ...rowLike, decided_by: null }), total: integer(1), ...timesLike }),
      },
      async (heard) => {
        expect(plain(await services.listEvaluations({ ...body, sort: [...body.sort] }))).toEqual({
          list: [{ ...row, decided_by: null }],
          total: 1,
          ...times,
        });
        expectQuiet(heard);
      },
    );
  });

  it('lists the decided rounds with who decided them', () => {
    const body = { decision: ['stop' as const], page: 1 };
    return ask(
      {
        given: [...admin, drama, decided],
        path: `${path}/list`,
        body,
        reply: success({ list: eachLike({ id: integer(20), ...decisionLike }), total: integer(1) }),
      },
      async () => expect(plain(await services.listEvaluations(body))).toEqual({ list: [{ id: 20, ...decision }], total: 1 }),
    );
  });

  it('refuses to show the rounds to a user without the page', () =>
    askRefused(ask, {
      given: [signedInAs('staff')],
      path: `${path}/list`,
      body: { page: 1 },
      refused: { code: 403, reason: 'NO_PATH', message: '无权访问' },
      call: () => services.listEvaluations({ page: 1 }),
    }));

  it('shows a round with its days, countries and creatives', () => {
    const spend = { m: { spend: 1_200 }, running: true };
    const spendLike = { m: { spend: integer(1_200) }, running: true };
    const material = { id: 71, label: '反转', cover_url: '/files/cover' };
    return ask(
      {
        given: spending,
        path: `${path}/detail`,
        body: { id: 21 },
        reply: success({
          ...rowLike,
          decided_by: null,
          daily: eachLike({ date: date('2026-11-20'), ...spendLike }),
          countries: eachLike({ country: string('US'), ...spendLike }),
          materials: eachLike({
            place: oneOf('best', ['best', 'worst']),
            material: { ...refLike(material), cover_url: someText(material.cover_url) },
            ...spendLike,
          }),
          rounds: [],
          ...freshLike,
        }),
      },
      async () =>
        expect(plain(await services.evaluationDetail({ id: 21 }))).toEqual({
          ...row,
          decided_by: null,
          daily: [{ date: '2026-11-20', ...spend }],
          countries: [{ country: 'US', ...spend }],
          materials: [{ place: 'best', material, ...spend }],
          rounds: [],
          ...fresh,
        }),
    );
  });

  it('shows a decided round and the round that was opened after it', () => {
    const next = {
      id: 21,
      round: 2,
      date_from: '2026-11-10',
      date_to: null,
      score: null,
      suggest: 'insufficient',
      decision: null,
      decided_at: null,
      note: null,
    };
    return ask(
      {
        given: [...admin, drama, decided, evaluated],
        path: `${path}/detail`,
        body: { id: 20 },
        reply: success({
          id: integer(20),
          ...decisionLike,
          rounds: eachLike({
            ...next,
            id: integer(21),
            round: integer(2),
            date_from: date(next.date_from),
            suggest: oneOf('insufficient', evaluationSuggestions),
          }),
        }),
      },
      async () => expect(plain(await services.evaluationDetail({ id: 20 }))).toEqual({ id: 20, ...decision, rounds: [next] }),
    );
  });

  it('refuses to show a round that is gone', () =>
    askForGone(ask, { path: `${path}/detail`, body: { id: 99 }, call: () => services.evaluationDetail({ id: 99 }) }));

  it('suggests what a new round starts with', () => {
    const defaults = { drama: { id: 51, label: '替身新娘' }, stage: 'new', thresholds, min_spend_usd: 30_000, open_round: null };
    return ask(
      {
        given: [...admin, drama],
        path: `${path}/defaults`,
        body: { drama_id: 51 },
        reply: success({
          drama: refLike(defaults.drama),
          stage: oneOf('new', dramaStages),
          thresholds: thresholdsLike,
          min_spend_usd: integer(30_000),
          open_round: null,
        }),
      },
      async () => expect(plain(await services.evaluationDefaults({ drama_id: 51 }))).toEqual(defaults),
    );
  });

  it('names the open round of a drama', () =>
    ask(
      {
        given,
        path: `${path}/defaults`,
        body: { drama_id: 51 },
        reply: success({
          drama: refLike(row.drama),
          stage: oneOf('testing', dramaStages),
          thresholds: thresholdsLike,
          min_spend_usd: integer(30_000),
          open_round: { id: integer(21), round: integer(1) },
        }),
      },
      async () => expect(await services.evaluationDefaults({ drama_id: 51 })).toMatchObject({ open_round: { id: 21, round: 1 } }),
    ));

  it('refuses to suggest a round of a drama that is gone', () =>
    askForGone(ask, { path: `${path}/defaults`, body: { drama_id: 99 }, call: () => services.evaluationDefaults({ drama_id: 99 }) }));

  it('opens a round, which is scored at once', () =>
    ask({ given: published, path: `${path}/create`, body: created, reply: success(scoredLike) }, async () =>
      expect(plain(await services.createEvaluation(created))).toEqual(scored),
    ));

  it('refuses to open a second round beside an open one', () =>
    askRefused(ask, {
      given,
      path: `${path}/create`,
      body: created,
      refused: { code: 422, reason: 'ROUND_OPEN', message: '已有进行中的评估（第 1 轮）', more: { id: integer(21), round: integer(1) } },
      call: () => services.createEvaluation(created),
      carries: ({ data }) => expect(data).toMatchObject({ id: 21, round: 1 }),
    }));

  it('refuses to open a round of a drama that is scaling', () =>
    askRefused(ask, {
      given: [...admin, drama, scaled],
      path: `${path}/create`,
      body: created,
      refused: { code: 422, reason: 'STAGE_ORDER', message: '当前阶段只能转为 衰退' },
      call: () => services.createEvaluation(created),
    }));

  it('refuses a last day before the first', () =>
    askWrongly(ask, {
      given: [...admin, drama],
      path: `${path}/create`,
      body: { ...created, date_to: '2026-11-09' },
      field: 'date_to',
      rule: 'range',
      message: '开始日期不能晚于结束日期',
      call: () => services.createEvaluation({ ...created, date_to: '2026-11-09' }),
    }));

  it('edits a round', () =>
    ask(
      {
        given: spending,
        path: `${path}/edit`,
        body: { id: 21, version: 2, test_budget_usd: 200_000 },
        reply: success({ ...scoredLike, test_budget_usd: 200_000 }),
      },
      async () =>
        expect(plain(await services.editEvaluation({ id: 21, version: 2, test_budget_usd: 200_000 }))).toEqual({
          ...scored,
          test_budget_usd: 200_000,
        }),
    ));

  it('refuses to edit a round that was changed in the meantime', () =>
    askRefused(ask, {
      given: spending,
      path: `${path}/edit`,
      body: { id: 21, version: 1, test_budget_usd: 200_000 },
      refused: { code: 409, reason: 'VERSION_CONFLICT', message: '? 于 2026-11-20 16:00 修改过，请重新载入', more: { latest: rowLike } },
      call: () => services.editEvaluation({ id: 21, version: 1, test_budget_usd: 200_000 }),
      carries: ({ data }) => expect(data).toMatchObject({ latest: row }),
    }));

  it('refuses to edit a round that is gone', () =>
    askForGone(ask, {
      path: `${path}/edit`,
      body: { id: 99, version: 1, test_budget_usd: 200_000 },
      call: () => services.editEvaluation({ id: 99, version: 1, test_budget_usd: 200_000 }),
    }));

  it('refuses to edit a decided round', () =>
    askDecided({
      path: `${path}/edit`,
      body: { id: 20, version: 3, test_budget_usd: 200_000 },
      call: () => services.editEvaluation({ id: 20, version: 3, test_budget_usd: 200_000 }),
    }));

  it('scores a round', () =>
    ask({ given: spending, path: `${path}/score`, body: { id: 21 }, reply: success(scoredLike) }, async () =>
      expect(plain(await services.scoreEvaluation({ id: 21 }))).toEqual(scored),
    ));

  it('refuses to score a round that is gone', () =>
    askForGone(ask, { path: `${path}/score`, body: { id: 99 }, call: () => services.scoreEvaluation({ id: 99 }) }));

  it('refuses to score a decided round', () =>
    askDecided({ path: `${path}/score`, body: { id: 20 }, call: () => services.scoreEvaluation({ id: 20 }) }));

  it('decides a round', () =>
    ask(
      {
        given,
        path: `${path}/decide`,
        body: { id: 21, version: 2, decision: 'stop', note: '成本过高' },
        reply: success({ stage: 'stopped' }),
      },
      async () =>
        expect(await services.decideEvaluation({ id: 21, version: 2, decision: 'stop', note: '成本过高' })).toEqual({ stage: 'stopped' }),
    ));

  it('turns the campaigns off with a decision to stop', () => {
    const body = { id: 21, version: 2, decision: 'stop', note: '成本过高', close_campaigns: true } as const;
    return ask(
      {
        given: spending,
        path: `${path}/decide`,
        body,
        reply: success({ stage: 'stopped', batch_id: integer(7) }),
      },
      async () => expect(await services.decideEvaluation(body)).toEqual({ stage: 'stopped', batch_id: 7 }),
    );
  });

  it('refuses a decision that differs from the suggestion without a note', () =>
    askWrongly(ask, {
      given,
      path: `${path}/decide`,
      body: { id: 21, version: 2, decision: 'keep' },
      field: 'note',
      rule: 'required',
      message: '请输入note',
      call: () => services.decideEvaluation({ id: 21, version: 2, decision: 'keep' }),
    }));

  it('refuses to decide a round that is gone', () =>
    askForGone(ask, {
      path: `${path}/decide`,
      body: { id: 99, version: 1, decision: 'keep', note: 'x' },
      call: () => services.decideEvaluation({ id: 99, version: 1, decision: 'keep', note: 'x' }),
    }));

  it('refuses to decide a round that was changed in the meantime', () => {
    const body = { id: 21, version: 1, decision: 'stop', note: '成本过高' } as const;
    return askRefused(ask, {
      given: spending,
      path: `${path}/decide`,
      body,
      refused: { code: 409, reason: 'VERSION_CONFLICT', message: '? 于 2026-11-20 16:00 修改过，请重新载入' },
      call: () => services.decideEvaluation(body),
    });
  });

  it('refuses to decide a round twice', () => {
    const body = { id: 20, version: 3, decision: 'keep', note: 'x' } as const;
    return askDecided({ path: `${path}/decide`, body, call: () => services.decideEvaluation(body) });
  });

  it('draws a round over time', () => {
    const body = { id: 21, metrics: ['spend' as const] };
    const series = { key: 'total', label: '合计', metric: 'spend', data: [0] };
    return ask(
      {
        given,
        path: `${path}/trend`,
        body,
        reply: success({
          x: eachLike(date('2026-11-10')),
          series: eachLike({ key: string('total'), label: string('合计'), metric: string('spend'), data: eachLike(number(0)) }),
          ...freshLike,
        }),
      },
      async () => expect(plain(await services.trendEvaluation(body))).toEqual({ x: ['2026-11-10'], series: [series], ...fresh }),
    );
  });

  it('refuses to draw a round that is gone', () =>
    askForGone(ask, {
      path: `${path}/trend`,
      body: { id: 99, metrics: ['spend'] },
      call: () => services.trendEvaluation({ id: 99, metrics: ['spend'] }),
    }));

  it('refuses to export more rounds than a file may hold', () =>
    askTooMany(ask, {
      given: [...admin, tooMany('drama evaluations')],
      path: `${path}/export`,
      body: { columns: ['drama'], locale: 'zh-cn' },
      call: () => services.exportEvaluations({ columns: ['drama'], locale: 'zh-cn' }),
    }));

  it('exports the rounds', () =>
    ask(
      {
        given,
        path: `${path}/export`,
        body: { columns: ['drama', 'score'], locale: 'zh-cn' },
        reply: file({ plain: 'evaluate_202611201600.xlsx', name: '短剧评估_202611201600.xlsx' }),
      },
      async () =>
        expect((await services.exportEvaluations({ columns: ['drama', 'score'], locale: 'zh-cn' })).name).toBe(
          '短剧评估_202611201600.xlsx',
        ),
    ));
});
