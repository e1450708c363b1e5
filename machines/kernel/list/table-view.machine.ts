import { assign, setup } from 'xstate';
import type { MachineName } from '../machine-name.ts';
import { REFRESH_SECONDS, type RefreshSeconds } from '../page/freshness.ts';
import { missingActor } from '../placeholders.ts';
import { tell } from '../tell.ts';

const LAYOUTS = ['table', 'grid'] as const;

const DENSITIES = ['compact', 'regular', 'roomy'] as const;

/** Narrowest and widest a column gets, in CSS pixels. */
export const COLUMN_WIDTHS = { least: 56, most: 1200 } as const;

/** How somebody wants a table to look. */
export interface TableView {
  /** Keys of the columns shown, in order. */
  shown: string[];
  density: (typeof DENSITIES)[number];
  /** Columns whose width was chosen, in CSS pixels; the others are as the page came. */
  widths?: Record<string, number>;
  /** The set of columns that was chosen, while nothing was changed in it. */
  preset?: string;
  /** How often the rows ask for newer ones by themselves. */
  autoRefresh?: RefreshSeconds;
  /** Rows as pictures side by side, where a page offers that; absent: as the page came. */
  layout?: (typeof LAYOUTS)[number];
}

const keptWidths = (value: unknown): Record<string, number> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).filter(
          (entry): entry is [string, number] =>
            Number.isInteger(entry[1]) && entry[1] >= COLUMN_WIDTHS.least && entry[1] <= COLUMN_WIDTHS.most,
        ),
      )
    : {};

/** A view as it was kept; anything else that was kept is none. What only newer versions keep may be missing. */
export function keptView(value: unknown): TableView | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { shown, density: dense, widths: wide, preset, autoRefresh: pace, layout: laid } = value as Record<string, unknown>;
  const density = DENSITIES.find((one) => one === dense);
  const isList = Array.isArray(shown) && shown.length > 0 && shown.every((key) => typeof key === 'string');
  if (!isList || !density) return undefined;
  const widths = keptWidths(wide);
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
  /** Back to how the page came. */
  | { type: 'view.reset' }
  /** A saved view brings its own; undefined: the reader's own again. It is shown, and kept nowhere. */
  | { type: 'view.lent'; view: TableView | undefined };

/** Told whenever the view turned out to be another one. `table`: whose, by the name of its machine. */
export type TableViewFact = { type: 'view.turned'; table: string; view: TableView | undefined };

interface TableViewContext {
  /** What is shown. Undefined: as the page came. */
  view: TableView | undefined;
  /** The reader's own, and what a saved view brought in its place. */
  own: TableView | undefined;
  lent: TableView | undefined;
}

type Chosen = Pick<TableViewContext, 'view'>;

/** Pace and layout stay the reader's own. */
const inEffect = ({ own, lent }: Pick<TableViewContext, 'own' | 'lent'>): TableView | undefined =>
  lent ? { ...lent, ...(own?.autoRefresh && { autoRefresh: own.autoRefresh }), ...(own?.layout && { layout: own.layout }) } : own;

/** Columns and row height of one table: read once, kept with every change. A table stands well without them, so a failure stops nothing. */
export function createTableViewMachine({
  id,
  description = 'Columns, widths, row height and pace of one table, as somebody wants them.',
}: MachineName) {
  return setup({
    types: {} as { context: TableViewContext; events: TableViewEvent },
    actors: {
      loadView: missingActor<TableView | undefined>('loadView'),
      saveView: missingActor<unknown, Chosen>('saveView'),
    },
    actions: {
      keepView: assign((_, { view }: Chosen) => ({ view, own: view, lent: undefined })),
      keepOwn: assign(({ context: { lent } }, { view: own }: Chosen) => ({ own, view: inEffect({ own, lent }) })),
      lend: assign(({ context: { own } }, { view: lent }: Chosen) => ({ lent, view: inEffect({ own, lent }) })),
      tellTurned: tell<TableViewContext>(({ view }) => ({ type: 'view.turned', table: id, view })),
    },
  }).createMachine({
    id,
    description,
    context: { view: undefined, own: undefined, lent: undefined },
    initial: 'loading',
    on: {
      'view.changed': { target: '.saving', reenter: true, actions: [{ type: 'keepView', params: ({ event }) => event }, 'tellTurned'] },
      'view.reset': { target: '.saving', reenter: true, actions: [{ type: 'keepView', params: { view: undefined } }, 'tellTurned'] },
      'view.lent': { actions: [{ type: 'lend', params: ({ event }) => event }, 'tellTurned'] },
    },
    states: {
      loading: {
        invoke: {
          id: 'loadView',
          src: 'loadView',
          onDone: { target: 'settled', actions: [{ type: 'keepOwn', params: ({ event }) => ({ view: event.output }) }, 'tellTurned'] },
          onError: 'settled',
        },
      },
      settled: { description: 'Nothing is on its way; the table looks as somebody wants it.' },
      saving: {
        invoke: { id: 'saveView', src: 'saveView', input: ({ context }) => ({ view: context.own }), onDone: 'settled', onError: 'settled' },
      },
    },
  });
}
