import { expect, it } from 'vitest';
import { signedInAs, tooMany } from '#contracts/states/states.ts';
import * as services from '#src/services/performance.service.ts';
import { refLike } from './asset-rows.ts';
import { describePact, success } from './exchange.ts';
import { published } from './launch-rows.ts';
import { boolean, eachLike, integer, oneOf, someText, string } from './matching.ts';
import { describeReport } from './report-suite.ts';
import { date, fresh, freshLike, plain, today } from './reports.ts';

const admin = [signedInAs('admin')];
const spend = { m: { spend: 1_200 }, running: true, local: { currency: 'USD', m: { spend: 1_200 } } };
const spendLike = {
  m: { spend: integer(1_200) },
  running: boolean(true),
  local: { currency: string('USD'), m: { spend: integer(1_200) } },
};
const company = { id: 1, label: '公司' };
const creator = { id: 11, label: '林管理', deleted: false, department: company };
const creatorLike = { ...refLike(creator), deleted: boolean(false), department: refLike(company) };
const drama = { id: 51, label: '替身新娘' };
const material = {
  id: 71,
  label: '反转',
  cover_url: '/files/cover',
  code: 'M000071',
  kind: 'video',
  drama,
  hit_level: 'none',
  first_used_at: null,
  life_days: 0,
  peak_day: null,
};
const materialLike = {
  ...refLike(material),
  cover_url: someText('/files/cover'),
  code: someText('M000071'),
  kind: oneOf('video', ['video', 'image']),
  drama: refLike(drama),
  hit_level: oneOf('none', ['none', 'potential', 'hit']),
  first_used_at: null,
  life_days: integer(0),
  peak_day: null,
};
const word = (id: string, label: string) => ({ id, label });
const wordLike = ({ id, label }: { id: string; label: string }) => ({ id: string(id), label: someText(label) });

describePact('performance', (ask) => {
  const reads = (key: string, dims: object, dimsLike: object) => {
    const body = { ...today, group_by: Object.keys(dims), metrics: ['spend'] };
    return ask(
      {
        given: published,
        path: '/api/analyse-performance/query',
        body,
        reply: success({
          list: eachLike({ key: string(key), dims: dimsLike, ...spendLike }),
          totals: spendLike,
          total: integer(1),
          ...freshLike,
        }),
      },
      async () =>
        expect(plain(await services.queryPerformance(body as never))).toEqual({
          list: [{ key, dims, ...spend }],
          totals: spend,
          total: 1,
          ...fresh,
        }),
    );
  };

  it('reads figures by editor, material and day', () => {
    const dims = { creator, material, date: word('2026-11-20', '2026-11-20') };
    const dimsLike = { creator: creatorLike, material: materialLike, date: { id: date('2026-11-20'), label: date('2026-11-20') } };
    return reads('11|71|2026-11-20', dims, dimsLike);
  });

  it('reads figures by the department of the editor, drama and product', () => {
    const dims = { creator_department: company, drama, product: { id: 0, label: '无商品' } };
    const dimsLike = {
      creator_department: refLike(company),
      drama: refLike(drama),
      product: { id: integer(0), label: someText('无商品') },
    };
    return reads('1|51|0', dims, dimsLike);
  });

  it('reads figures by kind, ratio and language of the material', () => {
    const dims = { kind: word('video', '视频'), ratio: word('9:16', '9:16'), material_language: word('en', '英语') };
    const dimsLike = { kind: wordLike(dims.kind), ratio: wordLike(dims.ratio), material_language: wordLike(dims.material_language) };
    return reads('video|9:16|en', dims, dimsLike);
  });

  it('reads what editors uploaded although nothing was spent', () => {
    const body = { ...today, group_by: ['creator' as const], metrics: ['uploaded' as const, 'used' as const, 'use_rate' as const] };
    const totals = { m: { uploaded: 0, used: 0, use_rate: null } };
    return ask(
      {
        given: admin,
        path: '/api/analyse-performance/query',
        body,
        reply: success({
          list: [],
          totals: { m: { uploaded: integer(0), used: integer(0), use_rate: null } },
          total: integer(0),
          ...freshLike,
        }),
      },
      async () => expect(plain(await services.queryPerformance(body))).toEqual({ list: [], totals, total: 0, ...fresh }),
    );
  });

  describeReport(ask, {
    path: '/api/analyse-performance',
    calls: { query: services.queryPerformance, trend: services.trendPerformance, export: services.exportPerformance },
    spent: published,
    tooMany: [...admin, tooMany('figures by drama')],
    nothing: admin,
    series: { by: 'drama', key: '51', label: '替身新娘' },
    rows: 'drama',
    row: { by: 'drama', key: '51', value: drama, like: refLike(drama) },
    unsortable: { field: 'life_days', by: 'kind' },
    file: { plain: 'performance_202611201600.xlsx', name: '素材表现_202611201600.xlsx' },
  });
});
