import { type ActorRefFrom, assign, setup } from 'xstate';
import type { AdminEntityDetail, FoundEntity } from '#contracts/endpoints/admin-entities.ts';
import type { Cohort } from '#contracts/endpoints/effect.ts';
import type { OrderRow } from '#contracts/endpoints/orders.ts';
import type { PixelEventRow } from '#contracts/endpoints/pixel-analysis.ts';
import type { EntityLevel } from '#contracts/vocabulary/launches.ts';
import type { BatchFact } from '../kernel/batch/batch.machine.ts';
import { defineListQuery, id, oneOf, text, toSearch } from '../kernel/list/list-query.ts';
import { createLogMachine } from '../kernel/list/log.machine.ts';
import { createDetailMachine } from '../kernel/page/detail.machine.ts';
import type { PageEvent, PageInput } from '../kernel/page/page-contract.ts';
import { keepSearch, tell, tellMoved, toChild } from '../kernel/tell.ts';
import { type EventFilters, entityEvents, entityTrend, type TrendSubject } from '../parts/launches/entity-drawer.machine.ts';
import { emergencyClose } from './admin-entities.machine.ts';

/** One campaign, ad group or ad. */
export interface EntityPlace {
  level: EntityLevel;
  id: number;
}

/** What is searched for: a number or a name, on one level or on all. */
export interface EntitySearch {
  keyword: string;
  level: EntityLevel | undefined;
}

const placeQuery = defineListQuery({ level: oneOf('campaign', 'ad_group', 'ad'), id, keyword: text }, []);

/** The object that the address names; an ad where it names no level. */
export function readPlace(search: string): EntityPlace | undefined {
  const { id: entityId, level = 'ad' } = placeQuery.read(search).filters;
  return entityId === undefined ? undefined : { level, id: entityId };
}

export function readSearch(search: string): EntitySearch {
  const { keyword = '', level } = placeQuery.read(search).filters;
  return { keyword: keyword.trim(), level };
}

const toAddress = (values: Readonly<Record<string, string | undefined>>): string => {
  const address = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) address.set(name, value);
  return toSearch(address);
};
export const placeAddress = ({ level, id: entityId }: EntityPlace): string => toAddress({ level, id: String(entityId) });

const isSamePlace = (one: string, other: string): boolean => {
  const key = (search: string) => JSON.stringify([readPlace(search), readSearch(search)]);
  return key(one) === key(other);
};

/** Undefined where there is no such object. */
export type FoundDetail = { entity: AdminEntityDetail | undefined };
/** The object as the channel has it. */
export interface RawEntity {
  body: Record<string, unknown> | null;
  synced_at: string | null;
  is_missing: boolean;
}
export type EntityOrder = Pick<
  OrderRow,
  'id' | 'order_no' | 'paid_at' | 'order_type' | 'status' | 'amount' | 'currency' | 'amount_usd' | 'country' | 'ad'
>;

export const entitySearch = createDetailMachine<EntitySearch, FoundEntity[]>({
  id: 'entitySearch',
  description: 'Campaigns, ad groups and ads with a number or name.',
});
export const adminDetail = createDetailMachine<EntityPlace, FoundDetail>({
  id: 'adminDetail',
  description: 'One campaign, ad group or ad with what is above it.',
});
export const entityCohort = createDetailMachine<EntityPlace, Cohort>({
  id: 'entityCohort',
  description: 'Returns of the users that one object acquired, by day.',
});
export const entityOrders = createDetailMachine<EntityPlace, { rows: EntityOrder[]; total: number }>({
  id: 'entityOrders',
  description: 'The newest orders of one object.',
});
export const entityRaw = createDetailMachine<EntityPlace, RawEntity>({
  id: 'entityRaw',
  description: 'One object as the channel had it at the last sync.',
});

export const entityPixelEvents = createLogMachine<PixelEventRow, EventFilters>({
  id: 'entityPixelEvents',
  description: 'The pixel events of one object, newest first.',
  query: placeQuery,
});

const toFound = toChild(entitySearch, 'found');
const toInfo = toChild(adminDetail, 'info');
const toTrend = toChild(entityTrend, 'trend');
const toCohort = toChild(entityCohort, 'cohort');
const toOrders = toChild(entityOrders, 'orders');
const toRaw = toChild(entityRaw, 'raw');
const toEvents = toChild(entityEvents, 'events');
const toPixelEvents = toChild(entityPixelEvents, 'pixelEvents');
const toBatch = toChild(emergencyClose, 'batch');

export type TrendChoice = Pick<TrendSubject, 'by' | 'days'>;

interface DetailsContext extends PageInput {
  trend: TrendChoice;
}

export type AdDetailsEvent =
  | PageEvent
  | BatchFact<'emergencyClose'>
  | { type: 'details.searched'; keyword: string; level?: EntityLevel | undefined }
  | ({ type: 'details.trendChosen' } & TrendChoice);

/** Events that every block about one object understands, whatever it shows. */
type BlockEvent = { type: 'detail.seen' } | { type: 'detail.refreshRequested' } | { type: 'detail.refreshDue' };
type LogOrder = { type: 'log.seen' } | { type: 'log.left' } | { type: 'log.refreshRequested' } | { type: 'log.refreshDue' };

const told = <Type extends string, Event>(type: Type, event: Event) => ({ type, params: { event } });
const tellBlocks = (event: BlockEvent) =>
  [
    told('tellInfo', event),
    told('tellTrend', event),
    told('tellCohort', event),
    told('tellOrders', event),
    told('tellRaw', event),
  ] as const;
const tellLogs = (event: LogOrder) => [told('tellEvents', event), told('tellPixelEvents', event)] as const;

/** The address names the object that is opened. */
const placeIn = ({ search }: PageInput): EntityPlace => readPlace(search) ?? { level: 'ad', id: 0 };

/** Everything about one campaign, ad group or ad; without one in the address, a search for it. Each block loads and fails alone. */
export const adDetailsMachine = setup({
  types: {} as {
    context: DetailsContext;
    events: AdDetailsEvent;
    input: PageInput;
    children: {
      found: 'found';
      info: 'info';
      trend: 'trend';
      cohort: 'cohort';
      orders: 'orders';
      raw: 'raw';
      events: 'events';
      pixelEvents: 'pixelEvents';
      batch: 'batch';
    };
  },
  actors: {
    found: entitySearch,
    info: adminDetail,
    trend: entityTrend,
    cohort: entityCohort,
    orders: entityOrders,
    raw: entityRaw,
    events: entityEvents,
    pixelEvents: entityPixelEvents,
    batch: emergencyClose,
  },
  guards: {
    hasPlace: ({ context }) => readPlace(context.search) !== undefined,
    hasKeyword: ({ context }) => readSearch(context.search).keyword !== '',
    isElsewhere: ({ context }, { search }: PageInput) => !isSamePlace(context.search, search),
  },
  actions: {
    keepSearch,
    tellMoved,
    keepKeyword: assign((_, { keyword, level }: { keyword: string; level?: EntityLevel | undefined }) => ({
      search: toAddress({ level, keyword: keyword.trim() }),
    })),
    keepTrend: assign((_, { by, days }: TrendChoice) => ({ trend: { by, days } })),
    find: toFound(({ search }: PageInput) => ({ type: 'detail.opened', subject: readSearch(search) })),
    forgetFound: toFound(() => ({ type: 'detail.closed' })),
    openInfo: toInfo((page: PageInput) => ({ type: 'detail.opened', subject: placeIn(page) })),
    openTrend: toTrend(({ trend, ...page }: DetailsContext) => ({
      type: 'detail.opened',
      subject: { ...placeIn(page), ...trend, name: '', timezone: 'UTC' },
    })),
    openCohort: toCohort((page: PageInput) => ({ type: 'detail.opened', subject: placeIn(page) })),
    openOrders: toOrders((page: PageInput) => ({ type: 'detail.opened', subject: placeIn(page) })),
    openRaw: toRaw((page: PageInput) => ({ type: 'detail.opened', subject: placeIn(page) })),
    tellFound: toFound(({ event }: { event: BlockEvent }) => event),
    tellInfo: toInfo(({ event }: { event: BlockEvent }) => event),
    tellTrend: toTrend(({ event }: { event: BlockEvent }) => event),
    tellCohort: toCohort(({ event }: { event: BlockEvent }) => event),
    tellOrders: toOrders(({ event }: { event: BlockEvent }) => event),
    tellRaw: toRaw(({ event }: { event: BlockEvent }) => event),
    tellEvents: toEvents(({ event }: { event: LogOrder }) => event),
    tellPixelEvents: toPixelEvents(({ event }: { event: LogOrder }) => event),
    seeBatch: toBatch(() => ({ type: 'batch.seen' })),
    leaveBatch: toBatch(() => ({ type: 'batch.left' })),
    announceBatch: tell<DetailsContext, { batchId: number }>((_, { batchId }) => ({ type: 'page.batchStarted', batchId })),
  },
}).createMachine({
  id: 'adDetails',
  description: 'Everything about one campaign, ad group or ad, or a search for one. Each block loads and fails alone.',
  context: ({ input }) => ({ ...input, trend: { by: 'day', days: 14 } }),
  invoke: [
    { id: 'found', src: 'found' },
    { id: 'info', src: 'info' },
    { id: 'trend', src: 'trend' },
    { id: 'cohort', src: 'cohort' },
    { id: 'orders', src: 'orders' },
    { id: 'raw', src: 'raw' },
    { id: 'batch', src: 'batch' },
  ],
  initial: 'deciding',
  on: {
    'page.located': [
      {
        guard: { type: 'isElsewhere', params: ({ event }) => event },
        target: '.deciding',
        actions: { type: 'keepSearch', params: ({ event }) => event },
      },
      { actions: { type: 'keepSearch', params: ({ event }) => event } },
    ],
    'details.searched': {
      target: '.deciding',
      actions: [
        { type: 'keepKeyword', params: ({ event }) => event },
        { type: 'tellMoved', params: { how: 'push' } },
      ],
    },
    'page.left': { actions: 'leaveBatch' },
  },
  states: {
    deciding: {
      description: 'The address names an object, or something to search for, or nothing.',
      always: [
        {
          guard: 'hasPlace',
          target: 'shown',
          actions: [
            { type: 'openInfo', params: ({ context }) => context },
            { type: 'openTrend', params: ({ context }) => context },
            { type: 'openCohort', params: ({ context }) => context },
            { type: 'openOrders', params: ({ context }) => context },
            { type: 'openRaw', params: ({ context }) => context },
          ],
        },
        { guard: 'hasKeyword', target: 'found', actions: { type: 'find', params: ({ context }) => context } },
        { target: 'searching', actions: 'forgetFound' },
      ],
    },
    searching: {
      description: 'Nothing was searched for yet.',
      on: { 'page.seen': { actions: 'seeBatch' } },
    },
    found: {
      description: 'The objects with the number or name.',
      on: {
        'page.seen': { actions: [told('tellFound', { type: 'detail.seen' } as const), 'seeBatch'] },
        'page.refreshRequested': { actions: told('tellFound', { type: 'detail.refreshRequested' } as const) },
      },
    },
    shown: {
      description: 'One object with all its blocks.',
      invoke: [
        { id: 'events', src: 'events', input: ({ context }) => context },
        { id: 'pixelEvents', src: 'pixelEvents', input: ({ context }) => context },
      ],
      on: {
        'page.seen': { actions: [...tellBlocks({ type: 'detail.seen' }), ...tellLogs({ type: 'log.seen' }), 'seeBatch'] },
        'page.left': { actions: [...tellLogs({ type: 'log.left' }), 'leaveBatch'] },
        'page.refreshRequested': {
          actions: [...tellBlocks({ type: 'detail.refreshRequested' }), ...tellLogs({ type: 'log.refreshRequested' })],
        },
        'details.trendChosen': {
          actions: [
            { type: 'keepTrend', params: ({ event }) => event },
            { type: 'openTrend', params: ({ context }) => context },
          ],
        },
        'emergencyClose.started': { actions: { type: 'announceBatch', params: ({ event }) => event } },
        'emergencyClose.finished': { actions: [...tellBlocks({ type: 'detail.refreshDue' }), ...tellLogs({ type: 'log.refreshDue' })] },
      },
    },
  },
});

export type AdDetails = ActorRefFrom<typeof adDetailsMachine>;
