import { expect, it } from 'vitest';
import { signedInAs, tooMany } from '#contracts/states/states.ts';
import * as services from '#src/services/scheme-reports.service.ts';
import { refLike } from './asset-rows.ts';
import { describePact, success } from './exchange.ts';
import { published } from './launch-rows.ts';
import { boolean, eachLike, integer, someText, string } from './matching.ts';
import { describeReport } from './report-suite.ts';
import { date, fresh, freshLike, plain, today } from './reports.ts';

const admin = [signedInAs('admin')];
const spend = { m: { spend: 1_200 }, running: true, local: { currency: 'USD', m: { spend: 1_200 } } };
const spendLike = {
  m: { spend: integer(1_200) },
  running: boolean(true),
  local: { currency: string('USD'), m: { spend: integer(1_200) } },
};
const word = (id: string, label: string) => ({ id, label });
const wordLike = ({ id, label }: { id: string; label: string }) => ({ id: string(id), label: someText(label) });
const day = word('2026-11-20', '2026-11-20');
const dayLike = { id: date(day.id), label: date(day.label) };
const owner = { id: 11, label: '林管理' };
const user = { ...owner, deleted: false, department: { id: 1, label: '公司' } };
const userLike = { ...refLike(user), deleted: boolean(false), department: refLike(user.department) };

describePact('scheme-user', (ask) => {
  const reads = (key: string, dims: object, dimsLike: object) => {
    const body = { ...today, group_by: Object.keys(dims), metrics: ['spend'] };
    return ask(
      {
        given: published,
        path: '/api/analyse-scheme/user_query',
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
        expect(plain(await services.querySchemeUsers(body as never))).toEqual({
          list: [{ key, dims, ...spend }],
          totals: spend,
          left_out: { m: { spend: 0 } },
          total: 1,
          ...fresh,
        }),
    );
  };

  it('reads figures by person, department and day', () => {
    const dims = { user, department: user.department, date: day };
    return reads('11|1|2026-11-20', dims, { user: userLike, department: refLike(user.department), date: dayLike });
  });

  it('reads figures by channel and business line', () => {
    const dims = { channel: word('meta', 'Meta'), biz: word('dj', '短剧') };
    return reads('meta|dj', dims, { channel: wordLike(dims.channel), biz: wordLike(dims.biz) });
  });

  it('reads the counts of publishes', () => {
    const metrics = ['schemes', 'publishes', 'ads_created', 'publish_ok_rate', 'takeoff_rate'] as const;
    const m = { schemes: 1, publishes: 0, ads_created: 0, publish_ok_rate: null, takeoff_rate: null };
    const mLike = { schemes: integer(1), publishes: integer(0), ads_created: integer(0), publish_ok_rate: null, takeoff_rate: null };
    const body = { ...today, group_by: ['user' as const], metrics: [...metrics] };
    return ask(
      {
        given: published,
        path: '/api/analyse-scheme/user_query',
        body,
        reply: success({ list: eachLike({ key: string('11'), m: mLike }), totals: { m: mLike }, total: integer(1), ...freshLike }),
      },
      async () => {
        const { list, totals } = await services.querySchemeUsers(body);
        expect(list.map((row) => row.m)).toEqual([m]);
        expect(totals.m).toEqual(m);
      },
    );
  });

  describeReport(ask, {
    path: '/api/analyse-scheme',
    prefix: 'user_',
    calls: { query: services.querySchemeUsers, trend: services.trendSchemeUsers, export: services.exportSchemeUsers },
    spent: published,
    tooMany: [...admin, tooMany('figures by person')],
    nothing: admin,
    series: { by: 'user', key: '11', label: '林管理' },
    rows: 'user',
    row: { by: 'user', key: '11', value: user, like: userLike },
    unsortable: { field: 'department', by: 'date' },
    file: { plain: 'scheme-user_202611201600.xlsx', name: '方案分析_202611201600.xlsx' },
  });
});
