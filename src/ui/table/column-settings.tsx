import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import type { TableView } from '#machines/kernel/list/table-view.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { Floating } from '../overlay/floating.tsx';
import { CheckBox } from '../pick/check-box.tsx';
import { IconButton } from '../text/icon-button.tsx';
import { IconDown, IconSettings, IconUp } from '../text/icons.ts';
import { moveKey, moveKeyOnto } from './column-order.ts';
import type { ColumnPreset } from './use-table-view.ts';
import './column-settings.css';

export type { TableView } from '#machines/kernel/list/table-view.machine.ts';

interface ColumnSettingsProps {
  /** All columns; a frozen one keeps its place and stays shown. */
  columns: readonly { key: string; title: string; frozen?: true | 'right' }[];
  view: TableView;
  /** Named sets of columns, where the page offers some. */
  presets?: readonly ColumnPreset[] | undefined;
  onChange: (view: TableView) => void;
  /** Restores the default view. */
  onReset: () => void;
}

const densities = [
  ['compact', 'ui.density.compact'],
  ['regular', 'ui.density.regular'],
  ['roomy', 'ui.density.roomy'],
] as const;

/** Showing other columns leaves the chosen preset. */
const withShownColumns = ({ preset: _, ...view }: TableView, shown: string[]): TableView => ({ ...view, shown });

/** The dragged key and the key under it. */
function useColumnDrag(onDrop: (dragged: string, target: string) => void) {
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<string>();
  const end = () => {
    setDragged(undefined);
    setOver(undefined);
  };
  return (key: string) => ({
    draggable: true,
    className: over === key && dragged !== key ? 'ads-columns-target' : undefined,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', key);
      setDragged(key);
    },
    onDragOver: (event: DragEvent) => {
      if (dragged === undefined) return;
      event.preventDefault();
      setOver(key);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged !== undefined && dragged !== key) onDrop(dragged, key);
      end();
    },
    onDragEnd: end,
  });
}

function Panel({ columns, view, presets = [], onChange, onReset }: ColumnSettingsProps) {
  const t = useText();
  const name = useId();
  const list = useRef<HTMLUListElement>(null);
  // Refocuses the moved column, because the browser drops the focus when its element moves.
  const movedKey = useRef<string | undefined>(undefined);
  useEffect(() => {
    const button = movedKey.current === undefined ? undefined : list.current?.querySelector<HTMLButtonElement>(movedKey.current);
    movedKey.current = undefined;
    if (button?.disabled) button.parentElement?.querySelector<HTMLButtonElement>('button:not(:disabled)')?.focus();
    else button?.focus();
  });
  const hidden = columns.filter(({ key }) => !view.shown.includes(key));
  const listed = [...view.shown.flatMap((key) => columns.find((column) => column.key === key) ?? []), ...hidden];
  const change = (shown: string[]) => onChange(withShownColumns(view, shown));
  const show = (key: string, yes: boolean) => change(yes ? [...view.shown, key] : view.shown.filter((one) => one !== key));
  const move = (key: string, by: -1 | 1) => {
    movedKey.current = `[data-column="${CSS.escape(key)}"] button:nth-of-type(${by < 0 ? 1 : 2})`;
    change(moveKey(view.shown, key, by));
  };
  const drag = useColumnDrag((dragged, target) => change(moveKeyOnto(view.shown, dragged, target)));
  return (
    <div className="ads-columns">
      {presets.length > 0 && (
        <fieldset className="ads-columns-choice">
          <legend>{t('ui.columnSets')}</legend>
          {presets.map(({ key, title, shown }) => (
            <label key={key} className="ads-choice">
              <input
                type="radio"
                name={`${name}-preset`}
                className="ads-radio"
                checked={view.preset === key}
                onChange={() => onChange({ ...view, shown: [...shown], preset: key })}
              />
              {title}
            </label>
          ))}
        </fieldset>
      )}
      <fieldset className="ads-columns-choice">
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
      <ul ref={list} aria-label={t('ui.columns')}>
        {listed.map(({ key, title, frozen }) => {
          const at = view.shown.indexOf(key);
          const canMove = at >= 0 && !frozen;
          return (
            <li key={key} data-column={key} {...(canMove && { ...drag(key), title: t('ui.dragColumn', { column: title }) })}>
              <label className={frozen ? 'ads-choice ads-choice-off' : 'ads-choice'}>
                <CheckBox checked={at >= 0} disabled={frozen !== undefined} onChange={(yes) => show(key, yes)} />
                {title}
              </label>
              {canMove && (
                <span>
                  <IconButton
                    label={t('ui.moveUp', { column: title })}
                    icon={<IconUp />}
                    disabled={at === 0}
                    onClick={() => move(key, -1)}
                  />
                  <IconButton
                    label={t('ui.moveDown', { column: title })}
                    icon={<IconDown />}
                    disabled={at === view.shown.length - 1}
                    onClick={() => move(key, 1)}
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

/** Which columns a table shows, in which order, and the height of its rows. */
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
