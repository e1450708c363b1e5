import { type CSSProperties, useMemo } from 'react';
import type { Metric } from '../report/report-metrics.tsx';
import { ChartFrame, ChartTable, type FrameProps } from './chart-frame.tsx';
import { useValueText } from './use-value-text.ts';
import './heat-map.css';

interface HeatMapProps extends FrameProps {
  /** Names of the rows and of the columns. */
  rows: readonly string[];
  columns: readonly string[];
  /** A value for each row and column; null where there is none. Undefined until the first load. */
  cells: readonly (readonly (number | null)[])[] | undefined;
  unit: Metric['unit'];
  /** Heading of the row names in the table. */
  rowTitle: string;
  /** Shown when no cell has a value above zero. */
  empty: string;
}

/** Colours show every n-th column name, because the others have no room. */
const NAMED_COLUMNS = 2;

/** The colour intensity grows with the share of the largest value. */
const toHeat = (value: number | null, most: number): CSSProperties =>
  ({ '--heat': `${value === null || most <= 0 ? 0 : Math.round((Math.max(value, 0) / most) * 90)}%` }) as CSSProperties;

/** Values by row and column as colours, or as a table. */
export function HeatMap({ rows, columns, cells, unit, rowTitle, empty, ...frame }: HeatMapProps) {
  const valueText = useValueText();
  const most = useMemo(() => Math.max(0, ...(cells ?? []).flat().map((value) => value ?? 0)), [cells]);
  return (
    <ChartFrame
      {...frame}
      emptyText={cells && most === 0 ? empty : undefined}
      legend={
        most > 0 && (
          <span className="ads-heat-scale ads-numbers">
            {valueText.short(0, unit)}
            <i aria-hidden="true" />
            {valueText.short(most, unit)}
          </span>
        )
      }
      plot={
        cells && (
          <div
            className="ads-heat"
            role="img"
            aria-label={frame.label}
            style={{ gridTemplateColumns: `max-content repeat(${columns.length}, minmax(0, 1fr))` }}
          >
            <span />
            {columns.map((column, at) => (
              <span key={column} className="ads-heat-name ads-heat-column">
                {at % NAMED_COLUMNS === 0 ? column : ''}
              </span>
            ))}
            {rows.flatMap((row, at) => [
              <span key={row} className="ads-heat-name">
                {row}
              </span>,
              ...columns.map((column, other) => {
                const value = cells[at]?.[other] ?? null;
                return (
                  <i
                    key={`${row} ${column}`}
                    className="ads-heat-cell"
                    style={toHeat(value, most)}
                    title={`${row} ${column}: ${valueText.full(value, unit)}`}
                  />
                );
              }),
            ])}
          </div>
        )
      }
      table={
        cells && (
          <ChartTable
            label={frame.label}
            columns={[{ key: 'name', title: rowTitle, isNumber: false }, ...columns.map((column) => ({ key: column, title: column }))]}
            rows={rows.map((row, at) => ({
              key: row,
              name: row,
              cells: columns.map((_, other) => valueText.full(cells[at]?.[other] ?? null, unit)),
            }))}
          />
        )
      }
    />
  );
}
