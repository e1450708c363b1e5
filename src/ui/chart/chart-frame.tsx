import { type ReactNode, useId } from 'react';
import type { Failure } from '#machines/kernel/form/faults.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ErrorBlock } from '../page/block.tsx';
import '../page/base.css';
import './chart.css';

export const chartForms = ['chart', 'table'] as const;
export type ChartForm = (typeof chartForms)[number];

export interface FrameProps {
  /** Label of the chart region. */
  label: string;
  /** Controls at the left of the top line. */
  controls?: ReactNode;
  /** As a plot, or as a table with the same values. */
  form: ChartForm;
  onForm: (form: ChartForm) => void;
  busy: boolean;
  failure?: Failure | undefined;
  onRetry?: (() => void) | undefined;
  /** Height in pixels, whatever the content. */
  height?: number;
}

interface Props extends Omit<FrameProps, 'form' | 'onForm'> {
  /** Left out, there is only a table. */
  form?: ChartForm;
  onForm?: ((form: ChartForm) => void) | undefined;
  /** Undefined until the first load. */
  plot: ReactNode | undefined;
  table: ReactNode | undefined;
  /** Shown instead of a plot without data. */
  emptyText: string | undefined;
  legend?: ReactNode;
}

const DEFAULT_HEIGHT = 208;

/** A frame of constant size for a chart, so that nothing below it moves while loading. */
export function ChartFrame({ label, controls, form = 'table', onForm, busy, failure, onRetry, height = DEFAULT_HEIGHT, ...parts }: Props) {
  const { plot, table, emptyText, legend } = parts;
  const t = useText();
  const id = useId();
  const isLoaded = (onForm ? plot : table) !== undefined;
  return (
    <section className="ads-chart" aria-label={label} aria-busy={busy}>
      <div className="ads-chart-top">
        {controls && <div className="ads-buttons">{controls}</div>}
        <div className="ads-chart-legend">{isLoaded && legend}</div>
        {onForm && (
          <fieldset className="ads-chart-forms" aria-label={t('chart.form')}>
            {chartForms.map((one) => (
              <button key={one} type="button" className="ads-segment" aria-pressed={one === form} onClick={() => onForm(one)}>
                {t(`chart.form.${one}`)}
              </button>
            ))}
          </fieldset>
        )}
      </div>
      <div id={id} className="ads-chart-box" style={{ height }}>
        {busy && isLoaded && <i className="ads-busy-bar" aria-hidden="true" />}
        {failure && !busy && !isLoaded && (
          <ErrorBlock title={t('ui.loadFailed')} message={failure.message} traceId={failure.traceId} onRetry={onRetry} />
        )}
        {failure && !busy && isLoaded && (
          <button type="button" className="ads-link-button ads-chart-stale" title={failure.message} onClick={onRetry}>
            {t('chart.stale')}
          </button>
        )}
        {!isLoaded && !failure && <div className="ads-chart-grey" role="status" aria-label={t('ui.loading')} />}
        {isLoaded && (form === 'table' ? table : plot)}
        {isLoaded && emptyText !== undefined && (
          <p className="ads-chart-nothing" role="status">
            {emptyText}
          </p>
        )}
      </div>
    </section>
  );
}

interface TableProps {
  label: string;
  columns: readonly { key: string; title: string; isNumber?: boolean }[];
  rows: readonly { key: string; name: ReactNode; cells: readonly ReactNode[] }[];
}

/** The values of a chart as a table that can be scrolled by keyboard. */
export function ChartTable({ label, columns, rows }: TableProps) {
  return (
    <div className="ads-chart-scroll" tabIndex={0} role="region" aria-label={label}>
      <table className="ads-chart-table">
        <thead>
          <tr>
            {columns.map(({ key, title, isNumber = true }) => (
              <th key={key} scope="col" className={isNumber ? 'ads-chart-number' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="ads-numbers">
          {rows.map(({ key, name, cells }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {cells.map((cell, at) => (
                <td key={columns[at + 1]?.key} className={columns[at + 1]?.isNumber === false ? undefined : 'ads-chart-number'}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
