import { useId, useRef, useState } from 'react';
import { dateIn, useFormat } from '#src/locale/format.ts';
import type { MessageId } from '#src/locale/locales.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { Floating } from '../overlay/floating.tsx';
import { onDemand } from '../overlay/on-demand.tsx';
import { Spinner } from '../page/block.tsx';
import { IconDown } from '../text/icons.ts';
import { type DateRange, PRESETS, type Preset, presetOf, toPresetRange } from './date-presets.ts';
import '../page/base.css';
import '../pick/pick-list.css';
import './date-range-filter.css';

export type { DateRange } from './date-presets.ts';

const CalendarRange = onDemand(() => import('./calendar-range.tsx'), {
  placeholder: (
    <div className="ads-calendar-place">
      <Spinner />
    </div>
  ),
});

const presetTexts: Record<Preset, MessageId> = {
  today: 'ui.preset.today',
  yesterday: 'ui.preset.yesterday',
  last3: 'ui.preset.last3',
  last7: 'ui.preset.last7',
  last14: 'ui.preset.last14',
  last30: 'ui.preset.last30',
  thisMonth: 'ui.preset.thisMonth',
  lastMonth: 'ui.preset.lastMonth',
};

/** Formats a range as the name of its preset, or as two dates; `today` is by default the date of the user. */
export function useRangeText(today?: string): (range: DateRange) => string {
  const t = useText();
  const { timezone } = useFormat();
  return (range) => {
    const preset = presetOf(range, today ?? dateIn(new Date(), timezone));
    return preset ? t(presetTexts[preset]) : `${range.from} ~ ${range.to}`;
  };
}

interface DateRangeFilterProps {
  label: string;
  /** Undefined where no days are chosen: all of them. */
  value: DateRange | undefined;
  onChange: (range: DateRange) => void;
  /** What presets count from; by default the date of the user. */
  today?: string;
  presets?: readonly Preset[];
  /** Longest range in days. */
  maxDays?: number;
  /** Offers the current day of each account, which depends on its timezone. */
  accountToday?: { chosen: boolean; onChoose: () => void } | undefined;
}

/** A range of dates, both included: a preset, or two days in a calendar that loads when it is first opened. */
export function DateRangeFilter({ label, value, onChange, today, presets = PRESETS, maxDays = 186, accountToday }: DateRangeFilterProps) {
  const t = useText();
  const { timezone } = useFormat();
  const textOf = useRangeText(today);
  const getToday = () => today ?? dateIn(new Date(), timezone);
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const choose = (range: DateRange) => {
    close();
    if (accountToday?.chosen || range.from !== value?.from || range.to !== value.to) onChange(range);
  };
  const shown = accountToday?.chosen ? t('ui.preset.accountToday') : value && textOf(value);
  return (
    <span ref={frame} className="ads-choice-filter ads-date-filter">
      <button
        ref={button}
        type="button"
        className="ads-pick"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <span className="ads-pick-prefix">{label}</span>
        <span className={shown ? 'ads-pick-text ads-numbers' : 'ads-pick-text ads-pick-hint'}>{shown ?? t('ui.all')}</span>
        <IconDown className="ads-pick-arrow" aria-hidden="true" />
      </button>
      {open && (
        <Floating anchor={frame} onLeave={() => setOpen(false)}>
          <div
            id={id}
            role="dialog"
            aria-label={label}
            className="ads-date-panel"
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              close();
            }}
          >
            <div className="ads-presets">
              {presets.map((preset, index) => (
                <button
                  key={preset}
                  ref={index === 0 ? focusAtOnce : undefined}
                  type="button"
                  className="ads-menu-item"
                  aria-pressed={!accountToday?.chosen && value && presetOf(value, getToday(), presets) === preset}
                  onClick={() => choose(toPresetRange(preset, getToday()))}
                >
                  {t(presetTexts[preset])}
                </button>
              ))}
              {accountToday && (
                <button
                  type="button"
                  className="ads-menu-item"
                  aria-pressed={accountToday.chosen}
                  title={t('ui.preset.accountTodayHint')}
                  onClick={() => {
                    close();
                    if (!accountToday.chosen) accountToday.onChoose();
                  }}
                >
                  {t('ui.preset.accountToday')}
                </button>
              )}
            </div>
            <CalendarRange value={value ?? toPresetRange('today', getToday())} maxDays={maxDays} onChoose={choose} />
          </div>
        </Floating>
      )}
    </span>
  );
}

const focusAtOnce = (element: HTMLElement | null) => element?.focus({ preventScroll: true });
