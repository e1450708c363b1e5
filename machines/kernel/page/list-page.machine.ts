import { type AnyEventObject, type AnyStateMachine, sendTo, setup } from 'xstate';
import type { StartedBatches } from '../batch/batch-outcome.ts';
import type { BatchEnd } from '../batch/batch-progress.machine.ts';
import { createExportMachine } from '../list/export.machine.ts';
import type { ListQuery, QueryDefinition } from '../list/list-query.ts';
import { createSavedViewsMachine } from '../list/saved-views.machine.ts';
import { createTableViewMachine, readTableView, type TableViewFact } from '../list/table-view.machine.ts';
import { keepSearch, passOn, tell, tellMoved, toChild } from '../tell.ts';
import type { ListPageDeclaration, ListPageMachine, ListTools, Parts, SomeTools } from './list-page-contract.ts';
import {
  handleActionTaken,
  handleLocated,
  handleMoved,
  handleUnseen,
  handleViewApplied,
  isFilteredByUnseen,
  isViewApplicable,
} from './page-address.ts';
import type { PageFact, PageInput } from './page-contract.ts';

/** Export, columns and saved views of one list. `of`: what its rows are, in a sentence. */
export const createListTools = <Filters, Exported = ListQuery<Filters>>({
  id,
  of,
  query,
}: {
  id: string;
  of: string;
  query: QueryDefinition<Filters>;
}): ListTools<Exported> => ({
  export: createExportMachine<Exported>({ id: `${id}Export`, description: `Export of ${of} to a file.` }),
  tableView: createTableViewMachine({ id: `${id}TableView`, description: `The user's table settings of ${of}.` }),
  views: createSavedViewsMachine({ id: `${id}Views`, description: `Saved views of ${of}.`, query }),
});

/** Facts that builders of the kernel tell under the name of the machine; a declaration names them after the part. */
const TOLD_BY_NAME = new Set(['saved', 'done', 'started', 'finished', 'failedChosen', 'unseen', 'orderLoaded']);

/** The event that a declaration means by the name of a fact. */
function eventTypeOf(parts: Parts, name: string): string {
  const [part = '', told = ''] = name.split('.');
  if (!TOLD_BY_NAME.has(told)) return name;
  // A fact that is told under the name of its machine alone is found by that name.
  const machine = parts[part] ?? Object.values(parts).find(({ id }) => id === part);
  if (!machine) throw new Error(`the page has no part "${part}" to tell "${name}"`);
  return `${machine.id}.${told}`;
}

/** The batches of a fact that begins one or several, the first of them first. */
export const batchesOf = ({ batchId, siblings }: { batchId: number; siblings: number[] }): number[] => [batchId, ...siblings];

interface Given {
  context: PageInput;
  event: AnyEventObject;
}

/** An action of the page by its name, with what it is given. */
type Action = string | { type: string; params?: unknown };
type Transition = { guard?: { type: string; params: unknown }; actions: readonly Action[] };

const passed = (type: string): Action => ({ type, params: ({ event }: Given) => event });
const actionTo = (part: string): string => `tell${part.charAt(0).toUpperCase()}${part.slice(1)}`;
const say = (part: string, event: AnyEventObject): Action => ({ type: actionTo(part), params: { event } });

/** How batches that began are read off a fact. */
type Reading = (fact: AnyEventObject) => readonly number[] | StartedBatches;

/** How a declaration orders a part about: a fixed event, or one that follows from the fact and the address. */
type LooseOrder = AnyEventObject | ((fact: AnyEventObject, search: string) => AnyEventObject);

const ordered = (orders: object = {}): Action[] =>
  Object.entries(orders as Record<string, LooseOrder | LooseOrder[]>).flatMap(([part, asked]) =>
    [asked]
      .flat()
      .map((order) =>
        typeof order === 'function'
          ? { type: actionTo(part), params: ({ context, event }: Given) => ({ event: order(event, context.search) }) }
          : say(part, order),
      ),
  );

/** What is done of an event, in order, by the event that brings it about. */
export type Steps = [type: string, actions: readonly Action[]][];
/** Events of which something is decided first; what else is done of them is part of every way on. */
type Decisions = Record<string, (rest: readonly Action[]) => Transition[]>;

function transitionsOf(steps: Steps, decisions: Decisions): Record<string, Transition[]> {
  const types = [...new Set([...steps.map(([type]) => type), ...Object.keys(decisions)])];
  const transitions = types.map((type) => {
    const actions = steps.flatMap(([one, its]) => (one === type ? its : []));
    return [type, decisions[type]?.(actions) ?? [{ actions }]];
  });
  return Object.fromEntries(transitions);
}

interface Frame {
  /** What the rows are in, which names its events. */
  rows: 'list' | 'log';
  id: string;
  description?: string | undefined;
  query: QueryDefinition<object>;
  parts: Parts & { list: AnyStateMachine };
  refreshes?: readonly string[] | undefined;
  tells?: readonly string[] | undefined;
  addresses?: Readonly<Record<string, Pick<QueryDefinition<never>, 'replaceIn'> | undefined>> | undefined;
  on?: object | undefined;
}

/** A page of rows: children by name, and what they tell becomes what others are told. */
export function composePage(
  { rows, id, description = 'A page of rows.', query, parts, ...declared }: Frame,
  steps: Steps,
  decisions: Decisions = {},
) {
  const names = Object.keys(parts);
  const typeOf = (name: string) => eventTypeOf(parts, name);
  const viewed = handleViewApplied(query);
  const toList = toChild(parts.list, 'list');
  const actions = {
    ...Object.fromEntries(
      names.map((part) => [actionTo(part), sendTo(part, (_: unknown, { event }: { event: AnyEventObject }) => event)] as const),
    ),
    seeList: toList(() => ({ type: `${rows}.seen` })),
    leaveList: toList(() => ({ type: `${rows}.left` })),
    refreshList: toList(() => ({ type: `${rows}.refreshRequested` })),
    renewList: toList(() => ({ type: `${rows}.refreshDue` })),
    locateList: toList(({ search }: PageInput) => ({ type: `${rows}.located`, search })),
    paceList: toList(({ view }: Pick<TableViewFact, 'view'>) => ({
      type: `${rows}.autoRefreshChosen`,
      seconds: view?.autoRefresh ?? 0,
    })),
    replaceRow: toList(({ row }: { row: unknown }) => ({ type: 'list.rowReplaced', row })),
    chooseRows: toList(({ ids }: { ids: number[] }) => ({ type: 'list.rowsChosen', ids })),
    refuseFilters: toList(({ names: refused }: { names: string[] }) => ({ type: 'list.filtersRefused', names: refused })),
    keepSearch,
    tellMoved,
    passOn: passOn<PageFact>(),
    announceBatch: tell<PageInput, { batchId: number }>((_, { batchId }) => ({ type: 'page.batchStarted', batchId })),
  };
  const applyTable: Action = {
    type: actionTo('tableView'),
    params: ({ event }: Given) => ({ event: { type: 'view.applied', view: readTableView(event['table']) } }),
  };
  const turned: Steps = parts['tableView'] ? [['view.updated', [passed('paceList')]]] : [];
  const applied: Steps = parts['views'] ? [['views.applied', [...viewed.actions, applyTable]]] : [];
  const applyDecisions: Decisions = parts['views'] ? { 'views.applied': (rest) => [{ guard: viewed.guard, actions: rest }] } : {};
  const every: Steps = [
    ['page.located', handleLocated.actions],
    ['page.actionTaken', handleActionTaken.actions],
    ['page.seen', ['seeList']],
    ['page.left', ['leaveList']],
    ['page.refreshRequested', ['refreshList']],
    [`${rows}.moved`, handleMoved(query).actions],
    ['page.passwordResetRequested', [passed('passOn')]],
    ...turned,
    ...applied,
    ...Object.entries(declared.addresses ?? {}).flatMap(([name, kept]): Steps => (kept ? [[typeOf(name), handleMoved(kept).actions]] : [])),
    ...steps,
    ...(declared.tells ?? []).map((name): Steps[number] => [typeOf(name), [passed('announceBatch')]]),
    ...(declared.refreshes ?? []).map((name): Steps[number] => [typeOf(name), ['refreshList']]),
    ...Object.entries(declared.on ?? {}).map(([name, orders]): Steps[number] => [typeOf(name), ordered(orders)]),
  ];
  return setup({
    types: {} as { context: PageInput; events: AnyEventObject; input: PageInput },
    actors: parts as Parts,
    guards: {
      isViewApplicable: isViewApplicable,
      isFilteredByUnseen,
      isWatched: (_, { watched }: { watched: boolean }) => watched,
      hasBegun: (_, { batchIds }: StartedBatches) => batchIds.length > 0,
    },
    actions,
  }).createMachine({
    id,
    description,
    context: ({ input }) => input,
    // Rows and views are read off the address; other parts have no use for it.
    invoke: names.map((part) => ({ id: part, src: part, input: ({ context }: Given) => context })),
    ...({ on: transitionsOf(every, { ...decisions, ...applyDecisions }) } as object),
  });
}

/**
 * A page of a list, declared: its rows, its tools, and parts of its own by their names. The builder invokes them and turns what one
 * tells into what another is told; it merges no states. What is peculiar to a page is a part of its own, or stands under `on`.
 */
export function createListPage<
  Row,
  Filters extends object,
  All extends Parts,
  Choices extends Parts = Record<never, never>,
  Tools extends SomeTools<Filters> = Record<never, never>,
  Totals = unknown,
>(
  declaration: ListPageDeclaration<Row, Filters, All, Choices, Tools, Totals>,
): ListPageMachine<Row, Filters, All & Choices, Tools, Totals> {
  const { list, tools, choices, unseen = {}, replacesRow = [], batches = [], ...declared } = declaration;
  const follows: object = declaration.follows ?? {};
  const parts: Parts & { list: AnyStateMachine } = { list, ...declared.parts, ...tools, ...choices };
  const typeOf = (name: string) => eventTypeOf(parts, name);
  const refused = handleUnseen(declared.query);
  const steps: Steps = [
    ...batches.flatMap(
      (part): Steps => [
        ['page.seen', [say(part, { type: 'batch.seen' })]],
        ['page.left', [say(part, { type: 'batch.left' })]],
        [typeOf(`${part}.started`), [passed('announceBatch')]],
        [typeOf(`${part}.finished`), ['renewList']],
        [typeOf(`${part}.failedChosen`), [passed('chooseRows')]],
      ],
    ),
    ...replacesRow.map((name): Steps[number] => [
      typeOf(name),
      [{ type: 'replaceRow', params: ({ event }: Given) => ({ row: name.endsWith('.done') ? event['result'] : event['saved'] }) }],
    ]),
  ];
  const decisions: Decisions = Object.fromEntries([
    ...batches.map((part) => [
      typeOf(`${part}.finished`),
      (rest: readonly Action[]) => [
        {
          guard: { type: 'isWatched', params: ({ event }: Given) => event },
          // The failed rows stay selected, so that they can be checked.
          actions: [
            { type: 'chooseRows', params: ({ event }: Given) => ({ ids: (event as AnyEventObject & BatchEnd).failedIds }) },
            ...rest,
          ],
        },
        { actions: rest },
      ],
    ]),
    ...Object.entries(follows as Record<string, Reading>).map(([name, read]) => {
      const begun = ({ event }: Given): StartedBatches => {
        const found = read(event);
        return 'batchIds' in found ? found : { batchIds: [...found] };
      };
      const first = ({ batchIds }: StartedBatches) => ({ batchId: batchIds[0] ?? 0, siblings: batchIds.slice(1) });
      const follow: Action[] = [
        {
          type: actionTo('batch'),
          params: (given: Given) => {
            const { isSmallSuccess, ...batches } = begun(given);
            return { event: { type: 'batch.followed', ...first(batches), ...(isSmallSuccess && { isSmallSuccess }) } };
          },
        },
        { type: 'announceBatch', params: (given: Given) => first(begun(given)) },
      ];
      const decide = (rest: readonly Action[]) => [
        { guard: { type: 'hasBegun', params: begun }, actions: [...follow, ...rest] },
        ...(rest.length > 0 ? [{ actions: rest }] : []),
      ];
      return [typeOf(name), decide];
    }),
    // An address may name what its reader may not see, or what is gone: such a filter is dropped.
    ...Object.entries<string | readonly string[] | undefined>(unseen).map(([choice, filters = []]) => [
      typeOf(`${choice}.unseen`),
      () => [refused(...([filters].flat() as (keyof Filters & string)[]))],
    ]),
  ]);
  const machine = composePage({ rows: 'list', ...declared, parts }, steps, decisions);
  // Which parts stand under which names, and what they tell, only the declaration's types say.
  return Object.assign(machine, { parts }) as unknown as ListPageMachine<Row, Filters, All & Choices, Tools, Totals>;
}
