import { useId, useRef, useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { CheckBox } from './check-box.tsx';
import { moved } from './column-order.ts';
import type { Density } from './data-table.tsx';
import { Floating } from './floating.tsx';
import { IconButton } from './icon-button.tsx';
import { IconDown, IconSettings, IconUp } from './icons.ts';
import './column-settings.css';

/** How a reader wants a table: kept per page. */
export interface TableView {
  /** Keys of the columns shown, in order. */
  shown: string[];
  density: Density;
}

interface ColumnSettingsProps {
  /** Every column; a frozen one keeps its place and stays shown. */
  columns: readonly { key: string; title: string; frozen?: true | 'right' }[];
  view: TableView;
  onChange: (view: TableView) => void;
  /** Back to how the page came. */
  onReset: () => void;
}

const densities = [
  ['compact', 'ui.density.compact'],
  ['regular', 'ui.density.regular'],
  ['roomy', 'ui.density.roomy'],
] as const;

function Panel({ columns, view, onChange, onReset }: ColumnSettingsProps) {
  const t = useText();
  const name = useId();
  const hidden = columns.filter(({ key }) => !view.shown.includes(key));
  const listed = [...view.shown.flatMap((key) => columns.find((column) => column.key === key) ?? []), ...hidden];
  const show = (key: string, yes: boolean) =>
    onChange({ ...view, shown: yes ? [...view.shown, key] : view.shown.filter((one) => one !== key) });
  return (
    <div className="ads-columns">
      <fieldset className="ads-columns-density">
        <legend>{t('ui.density')}</legend>
        {densities.map(([density, id]) => (
          <label key={density} className="ads-choice">
            <input
              type="radio"
              name={name}
              className="ads-radio"
              checked={view.density === density}
              onChange={() => onChange({ ...view, density })}
            />
            {t(id)}
          </label>
        ))}
      </fieldset>
      <ul aria-label={t('ui.columns')}>
        {listed.map(({ key, title, frozen }) => {
          const at = view.shown.indexOf(key);
          return (
            <li key={key}>
              <label className={frozen ? 'ads-choice ads-choice-off' : 'ads-choice'}>
                <CheckBox checked={at >= 0} disabled={frozen !== undefined} onChange={(yes) => show(key, yes)} />
                {title}
              </label>
              {at >= 0 && !frozen && (
                <span>
                  <IconButton
                    label={t('ui.moveUp', { column: title })}
                    icon={<IconUp />}
                    disabled={at === 0}
                    onClick={() => onChange({ ...view, shown: moved(view.shown, key, -1) })}
                  />
                  <IconButton
                    label={t('ui.moveDown', { column: title })}
                    icon={<IconDown />}
                    disabled={at === view.shown.length - 1}
                    onClick={() => onChange({ ...view, shown: moved(view.shown, key, 1) })}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <button type="button" className="ads-link-button" onClick={onReset}>
        {t('ui.restoreDefault')}
      </button>
    </div>
  );
}

/** Which columns a table shows, in which order, and how high its rows are. */
export function ColumnSettings(props: ColumnSettingsProps) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const id = useId();
  return (
    <span ref={anchor} className="ads-popup-anchor">
      <IconButton
        label={t('ui.columns')}
        icon={<IconSettings />}
        expanded={open}
        controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <Floating anchor={anchor} align="end" onLeave={() => setOpen(false)}>
          <div
            id={id}
            role="dialog"
            aria-label={t('ui.columns')}
            tabIndex={-1}
            ref={focusAtOnce}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              setOpen(false);
              anchor.current?.querySelector('button')?.focus();
            }}
          >
            <Panel {...props} />
          </div>
        </Floating>
      )}
    </span>
  );
}

const focusAtOnce = (element: HTMLElement | null) => element?.focus({ preventScroll: true });
