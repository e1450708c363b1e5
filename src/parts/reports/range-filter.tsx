import { Button } from '@arco-design/web-react';
import { type FormEvent, useRef, useState } from 'react';
import { metrics as allMetrics, type MetricUnit } from '#contracts/rules/metrics.ts';
import { MAX_RANGES, type MetricRange } from '#machines/kernel/report/metric-ranges.ts';
import type { MessageId } from '#src/locale/locales.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { FormPair } from '#src/ui/form/form-drawer.tsx';
import { NumberField } from '#src/ui/form/text-fields.tsx';
import { Floating } from '#src/ui/overlay/floating.tsx';
import { ChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { IconDown } from '#src/ui/text/icons.ts';
import './reports.css';

/** Factor from the typed number to the value: dollars to cents, percent to a share. */
const factors: Partial<Record<MetricUnit, number>> = { money: 100, percent: 0.01 };
const unitOf = (metric: string): MetricUnit => allMetrics.find(({ key }) => key === metric)?.unit ?? 'count';
const getFactor = (metric: string): number => factors[unitOf(metric)] ?? 1;
const signs: Partial<Record<MetricUnit, string>> = { money: 'USD', percent: '%' };
/** Rounds away the error of the division. */
const DIGITS = 1e6;
const round = (value: number): number => Math.round(value * DIGITS) / DIGITS;

/** Formats a range. */
export function useRangeWords(): (range: MetricRange) => string {
  const t = useText();
  return ({ metric, min, max }) => {
    const toShown = (value: number) => `${round(value / getFactor(metric))}${signs[unitOf(metric)] === '%' ? '%' : ''}`;
    const name = t(`metric.${metric}` as MessageId);
    if (min === undefined) return `${name} ≤ ${toShown(max ?? 0)}`;
    return max === undefined ? `${name} ≥ ${toShown(min)}` : `${name} ${toShown(min)} – ${toShown(max)}`;
  };
}

interface Props {
  value: readonly MetricRange[] | undefined;
  metrics: readonly { value: string; label: string }[];
  onChange: (ranges: MetricRange[] | undefined) => void;
}

/** Adds a range of a metric to the filters. */
export function RangeFilter({ value = [], metrics, onChange }: Props) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const [metric, setMetric] = useState('spend');
  const [least, setLeast] = useState<number>();
  const [most, setMost] = useState<number>();
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const isValid = [least, most].some((one) => one !== undefined) && [least, most].every((one) => one === undefined || Number.isFinite(one));
  const isFull = value.length >= MAX_RANGES && !value.some((range) => range.metric === metric);
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!isValid || isFull) return;
    const factor = getFactor(metric);
    const range = {
      metric,
      ...(least !== undefined && { min: round(least * factor) }),
      ...(most !== undefined && { max: round(most * factor) }),
    } as MetricRange;
    onChange([...value.filter((one) => one.metric !== metric), range]);
    setLeast(undefined);
    setMost(undefined);
    close();
  };
  const unitSign = signs[unitOf(metric)];
  return (
    <span className="ads-choice-filter">
      <button ref={button} type="button" className="ads-pick" aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className="ads-pick-prefix">{t('reports.metricRange')}</span>
        <span className="ads-pick-text ads-pick-hint">{value.length > 0 ? value.length : t('ui.all')}</span>
        <IconDown className="ads-pick-arrow" aria-hidden="true" />
      </button>
      {open && (
        <Floating anchor={button} onLeave={() => setOpen(false)}>
          <form
            role="dialog"
            aria-label={t('reports.metricRange')}
            className="ads-range-panel"
            onSubmit={add}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              close();
            }}
          >
            <ChoiceField label={t('reports.metric')} value={metric} options={metrics} onChange={(chosen) => chosen && setMetric(chosen)} />
            <FormPair>
              <NumberField label={t('reports.least')} value={least} onChange={setLeast} {...(unitSign && { unit: unitSign })} />
              <NumberField label={t('reports.most')} value={most} onChange={setMost} {...(unitSign && { unit: unitSign })} />
            </FormPair>
            {isFull && <p className="ads-quiet">{t('reports.rangesMost', { max: MAX_RANGES })}</p>}
            <Button type="primary" htmlType="submit" disabled={!isValid || isFull}>
              {t('reports.addRange')}
            </Button>
          </form>
        </Floating>
      )}
    </span>
  );
}
