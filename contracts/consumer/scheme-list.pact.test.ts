import { expect, it } from 'vitest';
import { bidStrategies, budgetLevels, budgetModes, objectives } from '#contracts/rules/scheme-body.ts';
import { schemeRevised, signedInAs, tooMany } from '#contracts/states/states.ts';
import { schemeStatuses } from '#contracts/vocabulary/schemes.ts';
import * as services from '#src/services/scheme-reports.service.ts';
import { refLike } from './asset-rows.ts';
import { describePact, success } from './exchange.ts';
import { published } from './launch-rows.ts';
import { boolean, eachLike, integer, number, oneOf, string } from './matching.ts';
import { askForGone } from './refused.ts';
import { describeReport } from './report-suite.ts';
import { date, fresh, freshLike, plain, today } from './reports.ts';
import { schemeBody } from './scheme-rows.ts';

const admin = [signedInAs('admin')];
const revised = [...published, schemeRevised({ id: 72, budget_usd: 9_900 })];
const spend = { m: { spend: 1_200 }, running: true, local: { currency: 'USD', m: { spend: 1_200 } } };
const spendLike = {
  m: { spend: integer(1_200) },
  running: boolean(true),
  local: { currency: string('USD'), m: { spend: integer(1_200) } },
};
const day = { id: '2026-11-20', label: '2026-11-20' };
const dayLike = { id: date(day.id), label: date(day.label) };

const summary = {
  objective: 'OUTCOME_TRAFFIC',
  budget_usd: 5_000,
  budget_mode: 'daily',
  budget_level: 'campaign',
  bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
  countries: ['US'],
  structure: [1, 1, 1],
};
const summaryLike = {
  objective: oneOf('OUTCOME_TRAFFIC', objectives),
  budget_usd: integer(5_000),
  budget_mode: oneOf('daily', budgetModes),
  budget_level: oneOf('campaign', budgetLevels),
  bid_strategy: oneOf('LOWEST_COST_WITHOUT_CAP', bidStrategies),
  countries: eachLike(string('US')),
  structure: [integer(1), integer(1), integer(1)],
};
const owner = { id: 11, label: '林管理' };
const scheme = { id: 72, label: '美国放量', version: 1, owner, status: 'enabled', deleted: false, body: summary, can: ['publish'] };
const permits = ['publish', 'edit', 'copy', 'set_status', 'delete'];
const schemeLike = {
  ...refLike(scheme),
  version: integer(1),
  owner: refLike(owner),
  status: oneOf('enabled', schemeStatuses),
  deleted: boolean(false),
  body: summaryLike,
  can: eachLike(oneOf('publish', permits)),
};
const schemeVersion = { id: '72.1', label: 'v1', version: 1, body: summary };
const schemeVersionLike = { id: string('72.1'), label: string('v1'), version: integer(1), body: summaryLike };

describePact('scheme-list', (ask) => {
  const reads = (key: string, dims: object, dimsLike: object) => {
    const body = { ...today, group_by: Object.keys(dims), metrics: ['spend'] };
    return ask(
      {
        given: published,
        path: '/api/analyse-scheme/query',
        body,
        reply: success({
          list: eachLike({ key: string(key), dims: dimsLike, ...spendLike }),
          totals: spendLike,
          left_out: { m: { spend: integer(0) } },
          total: integer(1),
          ...freshLike,
        }),
      },
      async () =>
        expect(plain(await services.querySchemeFigures(body as never))).toEqual({
          list: [{ key, dims, ...spend }],
          totals: spend,
          left_out: { m: { spend: 0 } },
          total: 1,
          ...fresh,
        }),
    );
  };

  it('reads figures by scheme and version', () =>
    reads('72|72.1', { scheme, scheme_version: schemeVersion }, { scheme: schemeLike, scheme_version: schemeVersionLike }));

  it('reads figures by drama, ad account and day', () => {
    const dims = { drama: { id: 51, label: '替身新娘' }, account: { id: 55, label: 'Galaxy US' }, date: day };
    return reads('51|55|2026-11-20', dims, { drama: refLike(dims.drama), account: refLike(dims.account), date: dayLike });
  });

  it('compares versions of a scheme', () => {
    const body = { ...today, scheme_id: 72, versions: [1, 2] };
    const first = { ...schemeBody, creative: { ...schemeBody.creative, source: 'post' as const } };
    const second = { ...first, money: { ...schemeBody.money, budget_usd: 9_900 } };
    return ask(
      {
        given: revised,
        path: '/api/analyse-scheme/compare',
        body,
        reply: success({
          bodies: [first, second],
          diffs: ['money.budget_usd'],
          m: [{ spend: integer(1_200), roi_d0: number(0) }, {}],
        }),
      },
      async () => {
        const { bodies, diffs, m } = await services.compareSchemeVersions(body);
        expect(bodies).toEqual([first, second]);
        expect(diffs).toEqual(['money.budget_usd']);
        expect(m.map((figures) => figures['spend'])).toEqual([1_200, undefined]);
      },
    );
  });

  it('does not find versions that do not exist', () =>
    askForGone(ask, {
      path: '/api/analyse-scheme/compare',
      body: { ...today, scheme_id: 72, versions: [1, 9] },
      call: () => services.compareSchemeVersions({ ...today, scheme_id: 72, versions: [1, 9] }),
    }));

  describeReport(ask, {
    path: '/api/analyse-scheme',
    calls: { query: services.querySchemeFigures, trend: services.trendSchemeFigures, export: services.exportSchemeFigures },
    spent: published,
    tooMany: [...admin, tooMany('figures by scheme')],
    nothing: admin,
    series: { by: 'scheme', key: '72', label: '美国放量' },
    rows: 'scheme',
    row: { by: 'scheme', key: '72', value: scheme, like: schemeLike },
    unsortable: { field: 'scheme', by: 'date' },
    file: { plain: 'scheme-list_202611201600.xlsx', name: '方案明细_202611201600.xlsx' },
  });
});
