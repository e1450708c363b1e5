import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import type { SavedView, SavedViews as SavedViewsActor, ViewTable } from '#machines/kernel/list/saved-views.machine.ts';
import type { TableView } from '#machines/kernel/list/table-view.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { Floating } from '../overlay/floating.tsx';
import { onDemand } from '../overlay/on-demand.tsx';
import { IconDown } from '../text/icons.ts';
import type { SavedViewChangeDialogProps } from './saved-view-change-dialog.tsx';
import type { SavedViewDialogProps } from './saved-view-dialog.tsx';
import type { SavedViewsPanelProps } from './saved-views-panel.tsx';
import './saved-views.css';

const ViewsPanel = onDemand<SavedViewsPanelProps>(() => import('./saved-views-panel.tsx'));
const ViewDialog = onDemand<SavedViewDialogProps>(() => import('./saved-view-dialog.tsx'), {
  as: 'layer',
  leave: ({ form }) => form.send({ type: 'form.closeRequested' }),
});
const ViewChangeDialog = onDemand<SavedViewChangeDialogProps>(() => import('./saved-view-change-dialog.tsx'), {
  as: 'layer',
  leave: ({ change }) => change.send({ type: 'command.cancelled' }),
});

interface SavedViewsProps {
  views: SavedViewsActor;
  /** Where the list stands: its query without the page. */
  search: string;
  /** How the table looks; undefined: as the page came, or the page has no say in it. */
  table?: TableView | undefined;
}

type Content = Pick<SavedView, 'query' | 'table'>;

const asKept = (table: TableView | undefined): ViewTable | null =>
  table ? { shown: table.shown, density: table.density, ...(table.widths && { widths: table.widths }) } : null;

const ordered = (widths: Record<string, number> = {}) => Object.entries(widths).toSorted(([a], [b]) => a.localeCompare(b));

const isSameTable = (a: ViewTable, b: ViewTable | null): boolean =>
  b !== null && a.density === b.density && a.shown.join() === b.shown.join() && `${ordered(a.widths)}` === `${ordered(b.widths)}`;

/** Whether the list has left its view; one that says nothing of the table is not left by a change of the table. */
export const isChanged = (view: Content, { query, table }: Content): boolean =>
  view.query !== query || (view.table !== null && !isSameTable(view.table, table));

function Questions({ views }: Pick<SavedViewsProps, 'views'>) {
  const { form, change, roles } = useSelector(views, (state) => state.children);
  const naming = useSelector(form, (state) => state?.hasTag('open') ?? false);
  const changing = useSelector(change, (state) => state?.hasTag('open') ?? false);
  if (!form || !change || !roles || !(naming || changing)) return null;
  return naming ? <ViewDialog form={form} roles={roles} /> : <ViewChangeDialog change={change} />;
}

/** Beside the title of a page: which view the list shows, and the way to the others. */
export function SavedViews({ views, search, table }: SavedViewsProps) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const applied = useSelector(views, (state) => state.context.applied);
  const known = useSelector(views, (state) => state.context.answer);
  useEffect(() => views.send({ type: 'views.seen' }), [views]);

  const now: Content = { query: search, table: asKept(table) };
  // A link leads to what is shown, not to a view: one that shows the same is as good.
  const current = applied ?? known?.find((view) => !isChanged(view, now) && view.query !== '');
  const changed = current !== undefined && isChanged(current, now);
  const name = current?.name ?? t(search === '' ? 'views.all' : 'views.none');

  const close = () => {
    setOpen(false);
    anchor.current?.focus();
  };
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className="ads-views-button"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => void ViewsPanel.preload()}
        onClick={() => {
          if (!open) views.send({ type: 'views.opened' });
          setOpen(!open);
        }}
      >
        <span className="ads-quiet">{t('views.label')}</span> <strong>{name}</strong>
        {changed && <em>{t('views.changed')}</em>}
        <span className="ads-icon" aria-hidden="true">
          <IconDown />
        </span>
      </button>
      {open && (
        <Floating anchor={anchor} onLeave={() => setOpen(false)}>
          <ViewsPanel views={views} current={current?.id} changed={changed} now={now} onDone={close} />
        </Floating>
      )}
      <Questions views={views} />
    </>
  );
}
