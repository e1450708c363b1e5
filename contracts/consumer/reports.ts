import { expect, it } from 'vitest';
import type { State } from '#contracts/states/states.ts';
import type { ReceivedFile } from '#src/services/http.ts';
import { type Ask, file, success } from './exchange.ts';
import { eachLike, instant, integer, string, textLike } from './matching.ts';
import { askTooMany } from './orders.ts';
import { askWrongly } from './refused.ts';

/** The current day of each account: the states tell no calendar. */
export const today = { date_from: '2026-11-20', date_to: '2026-11-20', date_mode: 'account_today' } as const;

export const fresh = { as_of: '2026-11-20T08:00:00.000Z', newest_at: '2026-11-20T09:50:00.000Z', provisional_from: '2026-11-18' };
export const date = (example: string) => textLike(/^\d{4}-\d\d-\d\d$/, example);
export const freshLike = {
  as_of: instant(fresh.as_of),
  newest_at: instant(fresh.newest_at),
  provisional_from: date(fresh.provisional_from),
};

/** Only what is read, with what was not answered left out. */
export const plain = (answer: unknown): unknown => JSON.parse(JSON.stringify(answer));

interface Suite {
  /** Below which its calls are. */
  path: string;
  /** The three calls; what they take, each test says. */
  calls: {
    query: (request: never) => Promise<unknown>;
    trend: (request: never) => Promise<unknown>;
    export: (request: never) => Promise<ReceivedFile>;
  };
  /** Something was spent today. */
  spent: State[];
  /** More rows than a file takes, by this dimension. */
  tooMany: State[];
  /** Nothing but a reader. */
  nothing: State[];
  /** A dimension that lines and rows of a file stand by, and its value. */
  series: { by: string; key: string; label: string };
  rows: string;
  /** A field that the report knows, but not of these rows. */
  unsortable: { field: string; by: string };
  file: { plain: string; name: string };
}

const asked = (request: object) => request as never;

/** What every report promises alike; what its dimensions say is its own. */
export function describeReport(ask: Ask, { path, calls, spent, tooMany, nothing, series, rows, unsortable, file: named }: Suite): void {
  it('asks for a sort by what the report has not', () => {
    const body = { ...today, group_by: [unsortable.by], sort: [{ field: unsortable.field, order: 'desc' }] };
    return askWrongly(ask, {
      given: nothing,
      path: `${path}/query`,
      body,
      call: () => calls.query(asked(body)),
      field: 'sort.0.field',
      rule: 'enum',
      message: 'sort.0.field不在可选值之内',
    });
  });

  it('reads figures over time, in lines of a dimension', () => {
    const body = { ...today, by: 'day', metrics: ['spend'], series_by: series.by };
    return ask(
      {
        given: spent,
        path: `${path}/trend`,
        body,
        reply: success({
          x: eachLike(date('2026-11-20')),
          series: eachLike({
            key: string(series.key),
            label: string(series.label),
            metric: string('spend'),
            data: eachLike(integer(1_200)),
          }),
          ...freshLike,
        }),
      },
      async () =>
        expect(plain(await calls.trend(asked(body)))).toEqual({
          x: ['2026-11-20'],
          series: [{ key: series.key, label: series.label, metric: 'spend', data: [1_200] }],
          ...fresh,
        }),
    );
  });

  it('asks by the hour for what no hour is known of', () => {
    const body = { ...today, by: 'hour', metrics: ['roi_d0'] };
    return askWrongly(ask, {
      given: nothing,
      path: `${path}/trend`,
      body,
      call: () => calls.trend(asked(body)),
      field: 'metrics.0',
      rule: 'hourlyMetric',
      message: 'metrics.0没有小时数据',
    });
  });

  const exported = { ...today, group_by: [rows], columns: [rows, 'spend'], locale: 'zh-cn' };

  it('exports the figures', () =>
    ask({ given: spent, path: `${path}/export`, body: exported, reply: file(named) }, async () =>
      expect((await calls.export(asked(exported))).name).toBe(named.name),
    ));

  it('exports no more rows than a file takes', () =>
    askTooMany(ask, { given: tooMany, path: `${path}/export`, body: exported, call: () => calls.export(asked(exported)) }));
}
