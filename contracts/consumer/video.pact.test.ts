import { expect, it } from 'vitest';
import { adTired, signedInAs, tooMany } from '#contracts/states/states.ts';
import { effectiveStatuses } from '#contracts/vocabulary/launches.ts';
import * as services from '#src/services/video.service.ts';
import { refLike } from './asset-rows.ts';
import { describePact, success } from './exchange.ts';
import { adRow, published } from './launch-rows.ts';
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
const drama = { id: 51, label: '替身新娘' };
const creator = { id: 11, label: '林管理' };
const material = { id: 71, label: '反转', cover_url: '/files/cover', duration_ms: 15_000, drama, creator, hit_level: 'none' };
const materialLike = {
  ...refLike(material),
  cover_url: someText(material.cover_url),
  duration_ms: integer(material.duration_ms),
  drama: refLike(drama),
  creator: refLike(creator),
  hit_level: oneOf('none', ['none', 'potential', 'hit']),
};
const word = (id: string, label: string) => ({ id, label });
const wordLike = ({ id, label }: { id: string; label: string }) => ({ id: string(id), label: someText(label) });

describePact('video', (ask) => {
  const reads = (key: string, dims: object, dimsLike: object) => {
    const body = { ...today, group_by: Object.keys(dims), metrics: ['spend'] };
    return ask(
      {
        given: published,
        path: '/api/analyse-video/query',
        body,
        reply: success({
          list: eachLike({ key: string(key), dims: dimsLike, ...spendLike }),
          totals: spendLike,
          total: integer(1),
          ...freshLike,
        }),
      },
      async () =>
        expect(plain(await services.queryVideo(body as never))).toEqual({
          list: [{ key, dims, ...spend }],
          totals: spend,
          total: 1,
          ...fresh,
        }),
    );
  };

  it('reads figures by video and day', () => {
    const dims = { material, date: word('2026-11-20', '2026-11-20') };
    return reads('71|2026-11-20', dims, { material: materialLike, date: { id: date('2026-11-20'), label: date('2026-11-20') } });
  });

  it('reads figures by drama, language and country', () => {
    const dims = { drama, material_language: word('en', '英语'), country: word('US', '美国') };
    const dimsLike = { drama: refLike(drama), material_language: wordLike(dims.material_language), country: wordLike(dims.country) };
    return reads('51|en|US', dims, dimsLike);
  });

  it('reads figures by ratio, duration and editor', () => {
    const dims = { ratio: word('9:16', '9:16'), duration: word('016-030', '16–30 秒'), creator };
    return reads('9:16|016-030|11', dims, { ratio: wordLike(dims.ratio), duration: wordLike(dims.duration), creator: refLike(creator) });
  });

  it('reads figures by account and ad, with the status of the ad', () => {
    const { id, name: label, effective_status, account } = adRow;
    const of = { id: account.id, label: account.label };
    const dims = { account: of, ad: { id, label, base: { effective_status, account: of } } };
    const dimsLike = {
      account: refLike(of),
      ad: { ...refLike(dims.ad), base: { effective_status: oneOf(effective_status, effectiveStatuses), account: refLike(of) } },
    };
    return reads(`${account.id}|${id}`, dims, dimsLike);
  });

  it('reads figures by tag', () => {
    const dims = { tag: word('甜宠', '甜宠') };
    return reads('甜宠', dims, { tag: wordLike(dims.tag) });
  });

  it('reads the day on which a video grew tired', () => {
    const body = { material_id: 71 };
    const tired = {
      x: ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'],
      ctr_link: [0.03, 0.03, 0.03, 0.01],
      cpm: [500, 500, 500, 500],
      tired_at: '2026-11-19',
    };
    const tiredLike = {
      x: tired.x.map(date),
      ctr_link: tired.ctr_link.map(number),
      cpm: tired.cpm.map(number),
      tired_at: date('2026-11-19'),
    };
    return ask(
      {
        given: [...published, adTired({ campaign_id: 91 })],
        path: '/api/analyse-video/fatigue',
        body,
        reply: success(tiredLike),
      },
      async () => expect(plain(await services.fatigueOfVideo(body))).toEqual(tired),
    );
  });

  it('reads the fatigue of a video without impressions', () => {
    const body = { material_id: 71 };
    const nothing = { x: [], ctr_link: [], cpm: [] };
    return ask({ given: published, path: '/api/analyse-video/fatigue', body, reply: success(nothing) }, async () =>
      expect(plain(await services.fatigueOfVideo(body))).toEqual(nothing),
    );
  });

  it('reads the curve of a video with too few plays', () => {
    const body = { ...today, material_ids: [71] };
    const one = { material_id: 71, label: '反转', plays: 0, points: null };
    const oneLike = { material_id: integer(71), label: string('反转'), plays: integer(0), points: null };
    return ask({ given: published, path: '/api/analyse-video/curve', body, reply: success({ series: eachLike(oneLike) }) }, async () =>
      expect(plain(await services.curveOfVideos(body))).toEqual({ series: [one] }),
    );
  });

  describeReport(ask, {
    path: '/api/analyse-video',
    calls: { query: services.queryVideo, trend: services.trendVideo, export: services.exportVideo },
    spent: published,
    tooMany: [...admin, tooMany('figures by drama')],
    nothing: admin,
    series: { by: 'material', key: '71', label: '反转' },
    rows: 'material',
    row: { by: 'material', key: '71', value: material, like: materialLike },
    unsortable: { field: 'material_duration', by: 'country' },
    file: { plain: 'video_202611201600.xlsx', name: '视频分析_202611201600.xlsx' },
  });
});
