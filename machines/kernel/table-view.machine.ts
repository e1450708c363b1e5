import { assign, setup } from 'xstate';
import { missingActor } from './placeholders.ts';

const DENSITIES = ['compact', 'regular', 'roomy'] as const;

/** How somebody wants a table to look. */
export interface TableView {
  /** Keys of the columns shown, in order. */
  shown: string[];
  density: (typeof DENSITIES)[number];
}

/** A view as it was kept; anything else that was kept is none. */
export function keptView(value: unknown): TableView | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const shown: unknown = Reflect.get(value, 'shown');
  const density = DENSITIES.find((one) => one === Reflect.get(value, 'density'));
  const isList = Array.isArray(shown) && shown.length > 0 && shown.every((key) => typeof key === 'string');
  return isList && density ? { shown, density } : undefined;
}

export type TableViewEvent =
  | { type: 'view.changed'; view: TableView }
  /** Back to how the page came. */
  | { type: 'view.reset' };

interface TableViewContext {
  /** Undefined: as the page came. */
  view: TableView | undefined;
}

/** Columns and row height of one table: read once, kept with every change. A table stands well without them, so a failure stops nothing. */
export function createTableViewMachine({ id }: { id: string }) {
  return setup({
    types: {} as { context: TableViewContext; events: TableViewEvent },
    actors: {
      loadView: missingActor<TableView | undefined>('loadView'),
      saveView: missingActor<unknown, TableViewContext>('saveView'),
    },
    actions: { keepView: assign((_, { view }: TableViewContext) => ({ view })) },
  }).createMachine({
    id,
    context: { view: undefined },
    initial: 'loading',
    on: {
      'view.changed': { target: '.saving', reenter: true, actions: { type: 'keepView', params: ({ event }) => event } },
      'view.reset': { target: '.saving', reenter: true, actions: { type: 'keepView', params: { view: undefined } } },
    },
    states: {
      loading: {
        invoke: {
          id: 'loadView',
          src: 'loadView',
          onDone: { target: 'settled', actions: { type: 'keepView', params: ({ event }) => ({ view: event.output }) } },
          onError: 'settled',
        },
      },
      settled: {},
      saving: {
        invoke: { id: 'saveView', src: 'saveView', input: ({ context }) => context, onDone: 'settled', onError: 'settled' },
      },
    },
  });
}
