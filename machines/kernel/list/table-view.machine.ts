import { assign, setup } from 'xstate';
import type { MachineName } from '../machine-name.ts';
import { REFRESH_SECONDS, type RefreshSeconds } from '../page/freshness.ts';
import type { PartRestored } from '../page/page-contract.ts';
import { missingActor } from '../placeholders.ts';
import { tell } from '../tell.ts';

const LAYOUTS = ['table', 'grid'] as const;

const DENSITIES = ['compact', 'regular', 'roomy'] as const;

/** Narrowest and widest width of a column, in CSS pixels. */
export const COLUMN_WIDTHS = { min: 56, max: 1200 } as const;

/** The user's settings of a table. */
export interface TableView {
  /** Keys of the columns shown, in order. */
  shown: string[];
  density: (typeof DENSITIES)[number];
  /** Chosen column widths in CSS pixels; other columns keep the page's width. */
  widths?: Record<string, number>;
  /** The chosen column set, as long as no column was changed since. */
  preset?: string;
  /** Interval of automatic refreshes. */
  autoRefresh?: RefreshSeconds;
  /** Rows as a grid of pictures, on pages that offer it; absent: the page's default. */
  layout?: (typeof LAYOUTS)[number];
}

const readWidths = (value: unknown): Record<string, number> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).filter(
          (entry): entry is [string, number] =>
            Number.isInteger(entry[1]) && entry[1] >= COLUMN_WIDTHS.min && entry[1] <= COLUMN_WIDTHS.max,
        ),
      )
    : {};

/** Reads a stored view; undefined for anything else. Fields that older releases did not store may be missing. */
export function readTableView(value: unknown): TableView | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { shown, density: dense, widths: wide, preset, autoRefresh: pace, layout: laid } = value as Record<string, unknown>;
  const density = DENSITIES.find((one) => one === dense);
  const isList = Array.isArray(shown) && shown.length > 0 && shown.every((key) => typeof key === 'string');
  if (!isList || !density) return undefined;
  const widths = readWidths(wide);
  const autoRefresh = REFRESH_SECONDS.find((one) => one === pace);
  const layout = LAYOUTS.find((one) => one === laid);
  return {
    shown,
    density,
    ...(Object.keys(widths).length > 0 && { widths }),
    ...(typeof preset === 'string' && { preset }),
    ...(autoRefresh && { autoRefresh }),
    ...(layout && { layout }),
  };
}

export type TableViewEvent =
  | { type: 'view.changed'; view: TableView }
  /** Back to the page's default. */
  | { type: 'view.reset' }
  /** Shows the table of a saved view without storing it; undefined returns to the user's own view. */
  | { type: 'view.applied'; view: TableView | undefined }
  /** Loads the user's view again, which another browser may have changed. */
  | PartRestored;

/** Told whenever the shown view has changed. `table`: the id of the machine. */
export type TableViewFact = { type: 'view.updated'; table: string; view: TableView | undefined };

interface TableViewContext {
  /** The shown view. Undefined: the page's default. */
  view: TableView | undefined;
  /** The user's own view, and the view that a saved view shows in its place. */
  own: TableView | undefined;
  applied: TableView | undefined;
}

type ViewParams = Pick<TableViewContext, 'view'>;

/** Refresh interval and layout always come from the user's own view. */
const effectiveView = ({ own, applied }: Pick<TableViewContext, 'own' | 'applied'>): TableView | undefined =>
  applied ? { ...applied, ...(own?.autoRefresh && { autoRefresh: own.autoRefresh }), ...(own?.layout && { layout: own.layout }) } : own;

/** Columns and row height of one table: loaded once, saved with every change. A table works without them, so failures are ignored. */
export function createTableViewMachine({
  id,
  description = 'Columns, widths, row height and refresh interval of one table, as the user set them.',
}: MachineName) {
  return setup({
    types: {} as { context: TableViewContext; events: TableViewEvent },
    actors: {
      loadView: missingActor<TableView | undefined>('loadView'),
      saveView: missingActor<unknown, ViewParams>('saveView'),
    },
    actions: {
      changeView: assign((_, { view }: ViewParams) => ({ view, own: view, applied: undefined })),
      keepOwn: assign(({ context: { applied } }, { view: own }: ViewParams) => ({ own, view: effectiveView({ own, applied }) })),
      applyView: assign(({ context: { own } }, { view: applied }: ViewParams) => ({ applied, view: effectiveView({ own, applied }) })),
      tellUpdated: tell<TableViewContext>(({ view }) => ({ type: 'view.updated', table: id, view })),
    },
  }).createMachine({
    id,
    description,
    context: { view: undefined, own: undefined, applied: undefined },
    initial: 'loading',
    on: {
      'view.changed': { target: '.saving', reenter: true, actions: [{ type: 'changeView', params: ({ event }) => event }, 'tellUpdated'] },
      'view.reset': { target: '.saving', reenter: true, actions: [{ type: 'changeView', params: { view: undefined } }, 'tellUpdated'] },
      'view.applied': { actions: [{ type: 'applyView', params: ({ event }) => event }, 'tellUpdated'] },
    },
    states: {
      loading: {
        invoke: {
          id: 'loadView',
          src: 'loadView',
          onDone: { target: 'settled', actions: [{ type: 'keepOwn', params: ({ event }) => ({ view: event.output }) }, 'tellUpdated'] },
          onError: 'settled',
        },
      },
      settled: { description: 'No request is running.', on: { 'part.restored': 'loading' } },
      saving: {
        invoke: { id: 'saveView', src: 'saveView', input: ({ context }) => ({ view: context.own }), onDone: 'settled', onError: 'settled' },
      },
    },
  });
}
