import { expect, it } from 'vitest';
import { dramaExists, materialExists, monthSettled, signedInAs, tooMany } from '#contracts/states/states.ts';
import * as services from '#src/services/performance.service.ts';
import { refLike } from './asset-rows.ts';
import { describePact, file, success } from './exchange.ts';
import { published } from './launch-rows.ts';
import { boolean, eachLike, instant, integer, number, oneOf, someText, string, textLike } from './matching.ts';
import { askTooMany } from './orders.ts';
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

  const month = textLike(/^\d{4}-\d\d$/, '2026-11');
  const months = Array.from({ length: 12 }, (_, at) => `2025-${String(at + 1).padStart(2, '0')}`);
  const inOctober = <Value, Other>(value: Value, other: Other) => months.map((one) => (one === '2025-10' ? value : other));

  it('reads the months of a year by editor, with what was settled', () => {
    const body = { year: 2025, metric: 'spend' as const };
    const figures = { v: inOctober(1_200, 0), total: 1_200, live: { '2025-10': 0 } };
    const figuresLike = { v: inOctober(integer(1_200), integer(0)), total: integer(1_200), live: { '2025-10': integer(0) } };
    const settledAt = '2025-11-08T00:00:00.000Z';
    return ask(
      {
        given: [...admin, monthSettled({ creator_id: 11, month: '2025-10', spend_usd: 1_200, roi_d0: 0.5 })],
        path: '/api/analyse-performance/month',
        body,
        reply: success({
          months,
          current: month,
          // A list of its own length, because within a list of any length the number of months would not count.
          list: [{ key: string('11'), dims: { creator: creatorLike }, ...figuresLike }],
          total: integer(1),
          totals: { ...figuresLike, roi_d0: inOctober(number(0.5), null) },
          settled: { '2025-10': instant(settledAt) },
          ...freshLike,
        }),
      },
      async () =>
        expect(plain(await services.monthPerformance(body))).toEqual({
          months,
          current: '2026-11',
          list: [{ key: '11', dims: { creator }, ...figures }],
          total: 1,
          totals: { ...figures, roi_d0: inOctober(0.5, null) },
          settled: { '2025-10': settledAt },
          ...fresh,
        }),
    );
  });

  const uploaded = [
    ...admin,
    dramaExists({ id: 51, code: 'BRIDE', title: '替身新娘', version: 1, copyright_until: null, status: 'on' }),
    materialExists({
      id: 71,
      code: 'M000071',
      title: '反转',
      version: 2,
      status: 'ready',
      biz: 'dj',
      content_id: 51,
      owner: 11,
      parent_material_id: null,
    }),
  ];

  it('reads the months of the current year by the creatives of an editor', () => {
    const body = { metric: 'uploaded' as const, creator_id: 11 };
    const { id, label, cover_url } = material;
    const figuresLike = { v: eachLike(integer(0)), total: integer(1), live: {} };
    const editor = { id: 11, label: '林管理' };
    const rowLike = { ...refLike(material), cover_url: someText(cover_url), creator: refLike(editor) };
    return ask(
      {
        given: uploaded,
        path: '/api/analyse-performance/month',
        body,
        reply: success({
          months: eachLike(month),
          current: month,
          list: eachLike({ key: string('71'), dims: { material: rowLike }, ...figuresLike }),
          total: integer(1),
          totals: { ...figuresLike, roi_d0: months.map(() => null) },
          settled: {},
          ...freshLike,
        }),
      },
      async () =>
        expect(plain(await services.monthPerformance(body))).toEqual({
          months: ['2026-11'],
          current: '2026-11',
          list: [{ key: '71', dims: { material: { id, label, cover_url, creator: editor } }, v: [0], total: 1, live: {} }],
          total: 1,
          totals: { v: [0], total: 1, live: {}, roi_d0: months.map(() => null) },
          settled: {},
          ...fresh,
        }),
    );
  });

  const exported = {
    year: 2025,
    metric: 'spend' as const,
    biz: 'dj' as const,
    department_id: 1,
    columns: ['creator', '10', 'total'],
    locale: 'zh-cn' as const,
  };

  it('exports the months of a year', () => {
    const named = { plain: 'performance-month_2025_202611201600.xlsx', name: '素材月度表现_202611201600.xlsx' };
    return ask({ given: admin, path: '/api/analyse-performance/month_export', body: exported, reply: file(named) }, async () =>
      expect((await services.exportMonthPerformance(exported)).name).toBe(named.name),
    );
  });

  const ofCreatives = { metric: 'uploaded' as const, creator_id: 11, columns: ['material', 'total'], locale: 'zh-cn' as const };
  it('refuses to export more creatives by month than a file may hold', () =>
    askTooMany(ask, {
      given: [...admin, tooMany('materials')],
      path: '/api/analyse-performance/month_export',
      body: ofCreatives,
      call: () => services.exportMonthPerformance(ofCreatives),
    }));

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
