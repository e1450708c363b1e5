import { expect, it } from 'vitest';
import { landingExists, signedInAs, tooMany } from '#contracts/states/states.ts';
import { landingStatuses, landingTemplates } from '#contracts/vocabulary/landing-pages.ts';
import * as services from '#src/services/landing-figures.service.ts';
import { refLike } from './asset-rows.ts';
import { describePact, success } from './exchange.ts';
import { published, warningsLike, warningsOf } from './launch-rows.ts';
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
const page = {
  id: 42,
  label: '第一集',
  url: 'https://love.test/ep-1',
  site: { id: 41, label: '爱剧' },
  template: 'player',
  status: 'online',
  ab_group: 'A',
  offline_at: null,
};
const pageLike = {
  ...refLike(page),
  url: string(page.url),
  site: refLike(page.site),
  template: oneOf('player', landingTemplates),
  status: oneOf('online', landingStatuses),
  ab_group: string('A'),
  offline_at: null,
};
const word = (id: string, label: string) => ({ id, label });
const wordLike = ({ id, label }: { id: string; label: string }) => ({ id: string(id), label: someText(label) });

describePact('landing-figures', (ask) => {
  const reads = (key: string, dims: object, dimsLike: object) => {
    const body = { ...today, group_by: Object.keys(dims), metrics: ['spend'] };
    return ask(
      {
        given: published,
        path: '/api/analyse-landing/query',
        body,
        reply: success({
          list: eachLike({ key: string(key), dims: dimsLike, ...spendLike }),
          totals: spendLike,
          total: integer(1),
          ...freshLike,
          warnings: warningsLike({ id: 55, label: 'Galaxy US' }),
        }),
      },
      async () =>
        expect(plain(await services.queryLanding(body as never))).toEqual({
          list: [{ key, dims, ...spend }],
          totals: spend,
          total: 1,
          ...fresh,
          warnings: warningsOf({ id: 55, label: 'Galaxy US' }),
        }),
    );
  };

  it('reads figures by landing page and day', () => {
    const dims = { landing: page, date: word('2026-11-20', '2026-11-20') };
    return reads('42|2026-11-20', dims, { landing: pageLike, date: { id: date('2026-11-20'), label: date('2026-11-20') } });
  });

  it('reads figures by site, template and A/B group', () => {
    const dims = { site: { id: 41, label: '爱剧' }, template: word('player', '播放器'), ab_group: word('A', 'A') };
    return reads('41|player|A', dims, { site: refLike(dims.site), template: wordLike(dims.template), ab_group: wordLike(dims.ab_group) });
  });

  it('reads figures by product', () => {
    const dims = { product: { id: 0, label: '无商品' } };
    return reads('0', dims, { product: { id: integer(0), label: someText('无商品') } });
  });

  it('reads figures by drama, country and person', () => {
    const dims = { drama: { id: 51, label: '替身新娘' }, country: word('US', '美国'), user: { id: 11, label: '林管理' } };
    return reads('51|US|11', dims, { drama: refLike(dims.drama), country: wordLike(dims.country), user: refLike(dims.user) });
  });

  it('reads the steps from the click to the first payment', () => {
    const step = { key: 'link_clicks', count: 0, rate: null };
    const stepLike = {
      key: oneOf('link_clicks', ['link_clicks', 'lp_views', 'cta_clicks', 'pay_page_views', 'first_payers']),
      count: integer(0),
      rate: null,
    };
    const body = { ...today, filters: { landing_page_id: [42] } };
    return ask({ given: published, path: '/api/analyse-landing/funnel', body, reply: success({ steps: eachLike(stepLike) }) }, async () =>
      expect(plain(await services.funnelOfLandings(body))).toEqual({ steps: [step] }),
    );
  });

  it('reads the comparison of an A/B group without enough visitors', () => {
    const counts = ['link_clicks', 'lp_views', 'uv', 'cta_clicks', 'pay_page_views', 'first_payers'];
    const rates = ['lp_rate', 'bounce_rate', 'cta_rate', 'lp_pay_rate', 'avg_load_ms'];
    const none = Object.fromEntries(rates.map((key) => [key, null]));
    const m = { ...Object.fromEntries(counts.map((key) => [key, 0])), ...none };
    const mLike = { ...Object.fromEntries(counts.map((key) => [key, integer(0)])), ...none };
    const test = { page_id: 43, control_id: 42, difference: null, p_value: null, too_few: true };
    const body = { ...today, ab_group: 'A' };
    return ask(
      {
        given: [
          ...published,
          landingExists({ id: 43, site_id: 41, drama_id: 51, title: '第一集 B', slug: 'ep-1-b', version: 1, status: 'online' }),
        ],
        path: '/api/analyse-landing/ab',
        body,
        reply: success({
          rows: eachLike({ page: refLike({ id: 42, label: '第一集' }), m: mLike }),
          tests: eachLike({ ...test, page_id: integer(43), control_id: integer(42), too_few: boolean(true) }),
        }),
      },
      async () =>
        expect(plain(await services.compareLandings(body))).toEqual({ rows: [{ page: { id: 42, label: '第一集' }, m }], tests: [test] }),
    );
  });

  describeReport(ask, {
    path: '/api/analyse-landing',
    calls: { query: services.queryLanding, trend: services.trendLanding, export: services.exportLanding },
    spent: published,
    tooMany: [...admin, tooMany('landing pages')],
    nothing: admin,
    series: { by: 'landing', key: '42', label: '第一集' },
    rows: 'landing',
    row: { by: 'landing', key: '42', value: page, like: pageLike },
    maturing: null,
    unsortable: { field: 'site', by: 'country' },
    file: { plain: 'landing_202611201600.xlsx', name: '落地页分析_202611201600.xlsx' },
  });
});
