import { expect, it } from 'vitest';
import { signedInAs, tooMany } from '#contracts/states/states.ts';
import * as services from '#src/services/effect.service.ts';
import { refLike } from './asset-rows.ts';
import { describePact, success } from './exchange.ts';
import { published } from './launch-rows.ts';
import { boolean, eachLike, integer, number, oneOf, someText, string } from './matching.ts';
import { describeReport } from './report-suite.ts';
import { date, fresh, freshLike, plain, today } from './reports.ts';

const admin = [signedInAs('admin')];
const spend = { m: { spend: 1_200 }, running: true, local: { currency: 'USD', m: { spend: 1_200 } } };
const spendLike = {
  m: { spend: integer(1_200) },
  running: boolean(true),
  local: { currency: string('USD'), m: { spend: integer(1_200) } },
};
const drama = { id: 51, label: '替身新娘', cover_url: null, stage: 'new', online_days: 20, target_roi: 0.6 };
const dramaLike = {
  ...refLike(drama),
  cover_url: null,
  stage: oneOf('new', ['new', 'testing', 'scaling', 'declining', 'stopped']),
  online_days: integer(20),
  target_roi: number(0.6),
};
const word = (id: string, label: string) => ({ id, label });
const wordLike = ({ id, label }: { id: string; label: string }) => ({ id: string(id), label: someText(label) });

describePact('effect', (ask) => {
  const reads = (key: string, dims: object, dimsLike: object) => {
    const body = { ...today, group_by: Object.keys(dims), metrics: ['spend'] };
    return ask(
      {
        given: published,
        path: '/api/analyse-effect/query',
        body,
        reply: success({
          list: eachLike({ key: string(key), dims: dimsLike, ...spendLike }),
          totals: spendLike,
          total: integer(1),
          ...freshLike,
        }),
      },
      async () =>
        expect(plain(await services.queryEffect(body as never))).toEqual({
          list: [{ key, dims, ...spend }],
          totals: spend,
          total: 1,
          ...fresh,
        }),
    );
  };

  it('reads figures by drama, stage and day', () => {
    const dims = { drama, stage: word('new', '新剧'), date: word('2026-11-20', '2026-11-20') };
    const dimsLike = { drama: dramaLike, stage: wordLike(dims.stage), date: { id: date('2026-11-20'), label: date('2026-11-20') } };
    return reads('51|new|2026-11-20', dims, dimsLike);
  });

  it('reads figures by country, language and genre', () => {
    const dims = { country: word('US', '美国'), language: word('en', '英语'), genre: word('romance', '都市言情') };
    const dimsLike = { country: wordLike(dims.country), language: wordLike(dims.language), genre: wordLike(dims.genre) };
    return reads('US|en|romance', dims, dimsLike);
  });

  it('reads figures by person, department and ad account', () => {
    const dims = { user: { id: 11, label: '林管理' }, department: { id: 1, label: '公司' }, account: { id: 55, label: 'Galaxy US' } };
    const dimsLike = { user: refLike(dims.user), department: refLike(dims.department), account: refLike(dims.account) };
    return reads('11|1|55', dims, dimsLike);
  });

  it('reads figures by channel', () => {
    const dims = { channel: word('meta', 'Meta') };
    return reads('meta', dims, { channel: wordLike(dims.channel) });
  });

  it('reads the cohort revenue of one drama', () => {
    const body = { ...today, drama_id: 51 };
    const line = { spend_usd: 1_200, new_users: 0, dn: { 0: { v: 0, mature: true }, 1: { v: null, mature: false } } };
    const lineLike = {
      spend_usd: integer(1_200),
      new_users: integer(0),
      dn: { 0: { v: number(0), mature: boolean(true) }, 1: { v: null, mature: boolean(false) } },
    };
    return ask(
      {
        given: published,
        path: '/api/analyse-effect/cohort',
        body,
        reply: success({
          rows: eachLike({ date: date('2026-11-20'), ...lineLike }),
          step: oneOf('day', ['day', 'week']),
          totals: lineLike,
        }),
      },
      async () =>
        expect(plain(await services.cohortOfDrama(body))).toEqual({ rows: [{ date: '2026-11-20', ...line }], step: 'day', totals: line }),
    );
  });

  describeReport(ask, {
    path: '/api/analyse-effect',
    calls: { query: services.queryEffect, trend: services.trendEffect, export: services.exportEffect },
    spent: published,
    tooMany: [...admin, tooMany('figures by drama')],
    nothing: admin,
    series: { by: 'drama', key: '51', label: '替身新娘' },
    rows: 'drama',
    row: { by: 'drama', key: '51', value: drama, like: dramaLike },
    unsortable: { field: 'online_days', by: 'country' },
    file: { plain: 'effect_202611201600.xlsx', name: '短剧表现_202611201600.xlsx' },
  });
});
