import { expect, it } from 'vitest';
import type { State } from '#contracts/states/states.ts';
import type { ReceivedFile } from '#src/services/http.ts';
import { type Ask, file, success } from './exchange.ts';
import { published, warningsLike, warningsOf } from './launch-rows.ts';
import { boolean, eachLike, integer, string, textLike } from './matching.ts';
import { askTooMany } from './orders.ts';
import { askWrongly } from './refused.ts';
import { date, fresh, freshLike, plain, today } from './reports.ts';

const behind = { id: 55, label: 'Galaxy US' };
/** A line of the published campaign, compared, with a metric that takes days to mature if the report has one. */
const comparing = (metric: string | null) => ({
  m: { spend: 1_200, ...(metric !== null && { [metric]: null }) },
  prev: { spend: 0, ...(metric !== null && { [metric]: null }) },
  ...(metric !== null && { mature: { [metric]: '0/1' } }),
  running: true,
  local: { currency: 'USD', m: { spend: 1_200 } },
});
const comparingLike = (metric: string | null) => ({
  m: { spend: integer(1_200), ...(metric !== null && { [metric]: null }) },
  prev: { spend: integer(0), ...(metric !== null && { [metric]: null }) },
  ...(metric !== null && { mature: { [metric]: textLike(/^\d+\/\d+$/, '0/1') } }),
  running: boolean(true),
  local: { currency: string('USD'), m: { spend: integer(1_200) } },
});

interface Suite {
  /** The path that its calls begin with, and what their names begin with. */
  path: string;
  prefix?: string;
  /** The three services; each test passes the request. */
  calls: {
    query: (request: never) => Promise<unknown>;
    trend: (request: never) => Promise<unknown>;
    export: (request: never) => Promise<ReceivedFile>;
  };
  /** The provider state of a spend today. */
  spent: State[];
  /** The provider state of more rows by this dimension than a file may hold; absent where there cannot be as many. */
  tooMany?: State[];
  /** The provider state of a user without data. */
  nothing: State[];
  /** A dimension of lines and file rows, and its value. */
  series: { by: string; key: string; label: string };
  rows: string;
  /** The only row of the published campaign by this dimension: its key, its value, and what the value is like. */
  row: { by: string; key: string; value: object; like: object };
  /** A metric that is unknown until its days have passed; null where the report has none. */
  maturing?: string | null;
  /** A field of the report that these rows do not have. */
  unsortable: { field: string; by: string };
  file: { plain: string; name: string };
}

const asked = (request: object) => request as never;

/** The exchanges that every report has. Each report adds those of its own dimensions. */
export function describeReport(
  ask: Ask,
  { calls, spent, tooMany, nothing, series, rows, row, maturing = 'roi_d7', unsortable, file: named, ...names }: Suite,
): void {
  const path = `${names.path}/${names.prefix ?? ''}`;
  it('refuses a sort by a field that the report does not have', () => {
    const body = { ...today, group_by: [unsortable.by], sort: [{ field: unsortable.field, order: 'desc' }] };
    return askWrongly(ask, {
      given: nothing,
      path: `${path}query`,
      body,
      call: () => calls.query(asked(body)),
      field: 'sort.0.field',
      rule: 'enum',
      message: 'sort.0.field不在可选值之内',
    });
  });

  it('reads figures with those of the period before, their maturity, and the accounts that are behind', () => {
    const body = { ...today, group_by: [row.by], metrics: ['spend', ...(maturing === null ? [] : [maturing])], compare: 'prev' };
    const [line, lineLike] = [comparing(maturing), comparingLike(maturing)];
    return ask(
      {
        given: published,
        path: `${path}query`,
        body,
        reply: success({
          list: eachLike({ key: string(row.key), dims: { [row.by]: row.like }, ...lineLike }),
          totals: lineLike,
          total: integer(1),
          ...freshLike,
          warnings: warningsLike(behind),
        }),
      },
      async () =>
        expect(plain(await calls.query(asked(body)))).toEqual({
          list: [{ key: row.key, dims: { [row.by]: row.value }, ...line }],
          totals: line,
          total: 1,
          ...fresh,
          warnings: warningsOf(behind),
        }),
    );
  });

  it('reads figures over time, one line per value of a dimension', () => {
    const body = { ...today, by: 'day', metrics: ['spend'], series_by: series.by };
    return ask(
      {
        given: spent,
        path: `${path}trend`,
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

  it('refuses hourly values of a metric without hours', () => {
    const body = { ...today, by: 'hour', metrics: ['roi_d0'] };
    return askWrongly(ask, {
      given: nothing,
      path: `${path}trend`,
      body,
      call: () => calls.trend(asked(body)),
      field: 'metrics.0',
      rule: 'hourlyMetric',
      message: 'metrics.0没有小时数据',
    });
  });

  const exported = { ...today, group_by: [rows], columns: [rows, 'spend'], locale: 'zh-cn' };

  it('exports the figures', () =>
    ask({ given: spent, path: `${path}export`, body: exported, reply: file(named) }, async () =>
      expect((await calls.export(asked(exported))).name).toBe(named.name),
    ));

  if (tooMany === undefined) return;
  it('refuses to export more rows than a file may hold', () =>
    askTooMany(ask, { given: tooMany, path: `${path}export`, body: exported, call: () => calls.export(asked(exported)) }));
}
