import { assign, setup } from 'xstate';
import type { BreakdownKind } from '#contracts/rules/breakdowns.ts';
import type { EntityLevel } from '#contracts/vocabulary/launches.ts';
import { defineListQuery, id, oneOf } from '../../kernel/list/list-query.ts';
import { createLogMachine, type LogFact } from '../../kernel/list/log.machine.ts';
import { type CommandFact, createCommandMachine } from '../../kernel/page/command.machine.ts';
import { createDetailMachine } from '../../kernel/page/detail.machine.ts';
import { toChild } from '../../kernel/tell.ts';
import type { EntityBreakdown, EntityDetail, EntityEvent, EntityHit, EntityTrend, ScheduleRow } from './entity-rows.ts';

/** The object in the drawer. */
export interface EntityName {
  level: EntityLevel;
  id: number;
  name: string;
  /** IANA time zone of its ad account, whose days are shown. */
  timezone: string;
}

export const DRAWER_TABS = ['info', 'trend', 'breakdown', 'below', 'creative', 'events', 'schedules', 'hits'] as const;
export type DrawerTab = (typeof DRAWER_TABS)[number];

/** Numbers of days that a trend can cover, the current one included, by its step. */
export const TREND_SPANS = { hour: [1, 3], day: [7, 14, 30] } as const;

/** Numbers of days that a breakdown can cover. */
export const BREAKDOWN_SPANS = [7, 14, 30] as const;

export interface BreakdownSubject extends EntityName {
  by: BreakdownKind;
  days: number;
}

export interface TrendSubject extends EntityName {
  by: keyof typeof TREND_SPANS;
  days: number;
}

export const entityInfo = createDetailMachine<EntityName, EntityDetail>({
  id: 'entityInfo',
  description: 'The details of one campaign, ad group or ad.',
});

export const entityTrend = createDetailMachine<TrendSubject, EntityTrend>({
  id: 'entityTrend',
  description: 'Metrics of one object over time, with the actions on it.',
});

export const entityBreakdown = createDetailMachine<BreakdownSubject, EntityBreakdown>({
  id: 'entityBreakdown',
  description: 'Metrics of one object by age, gender or placement.',
});

const eventQuery = defineListQuery({ level: oneOf('campaign', 'ad_group', 'ad'), id }, []);
export type EventFilters = ReturnType<typeof eventQuery.read>['filters'];

export const entityEvents = createLogMachine<EntityEvent, EventFilters>({
  id: 'entityEvents',
  description: 'The events of one object, newest first.',
  query: eventQuery,
});

export const entitySchedules = createDetailMachine<EntityName, ScheduleRow[]>({
  id: 'entitySchedules',
  description: 'The scheduled actions of one object.',
});

export const entityHits = createLogMachine<EntityHit, EventFilters>({
  id: 'entityHits',
  description: 'What rules did to one object, or would have done, newest first.',
  query: eventQuery,
});

export const scheduleCancelling = createCommandMachine<ScheduleRow>({
  id: 'scheduleCancelling',
  description: 'Cancels a scheduled action.',
});

const toInfo = toChild(entityInfo, 'info');
const toTrend = toChild(entityTrend, 'trend');
const toBreakdown = toChild(entityBreakdown, 'breakdown');
const toSchedules = toChild(entitySchedules, 'schedules');
const toEvents = toChild(entityEvents, 'events');
const toHits = toChild(entityHits, 'hits');

interface DrawerContext {
  subject: EntityName | undefined;
  tab: DrawerTab;
  trend: Pick<TrendSubject, 'by' | 'days'>;
  breakdown: Pick<BreakdownSubject, 'by' | 'days'>;
}

export type EntityDrawerEvent =
  | { type: 'drawer.opened'; subject: EntityName; tab?: DrawerTab }
  | { type: 'drawer.tabChosen'; tab: DrawerTab }
  | { type: 'drawer.trendChosen'; by: TrendSubject['by']; days: number }
  | { type: 'drawer.breakdownChosen'; by: BreakdownKind; days: number }
  | { type: 'drawer.closed' }
  /** The object was changed, so the shown data may be outdated. */
  | { type: 'drawer.invalidated' }
  /** The page is on the screen again. */
  | { type: 'drawer.seen' }
  | LogFact
  | CommandFact<'scheduleCancelling', ScheduleRow>;

const isTab = (tab: DrawerTab) => ({ type: 'isTab', params: { tab } }) as const;

/** A drawer about one object. Each part is loaded when its tab is opened. */
export const entityDrawer = setup({
  types: {} as {
    context: DrawerContext;
    events: EntityDrawerEvent;
    tags: 'open';
    children: {
      info: 'info';
      trend: 'trend';
      breakdown: 'breakdown';
      events: 'events';
      schedules: 'schedules';
      hits: 'hits';
      cancelling: 'cancelling';
    };
  },
  actors: {
    info: entityInfo,
    trend: entityTrend,
    breakdown: entityBreakdown,
    events: entityEvents,
    schedules: entitySchedules,
    hits: entityHits,
    cancelling: scheduleCancelling,
  },
  guards: { isTab: ({ context }, { tab }: { tab: DrawerTab }) => context.tab === tab },
  actions: {
    keepSubject: assign((_, { subject, tab }: { subject: EntityName; tab?: DrawerTab }) => ({ subject, tab: tab ?? 'info' })),
    keepTab: assign((_, { tab }: { tab: DrawerTab }) => ({ tab })),
    keepTrend: assign((_, { by, days }: { by: TrendSubject['by']; days: number }) => ({ trend: { by, days } })),
    keepBreakdown: assign((_, { by, days }: { by: BreakdownKind; days: number }) => ({ breakdown: { by, days } })),
    forget: assign({ subject: undefined }),
    openInfo: toInfo(({ subject }: { subject: EntityName | undefined }) => ({ type: 'detail.opened', subject: subject as EntityName })),
    openTrend: toTrend(({ subject, trend }: DrawerContext) => ({
      type: 'detail.opened',
      subject: { ...(subject as EntityName), ...trend },
    })),
    openBreakdown: toBreakdown(({ subject, breakdown }: DrawerContext) => ({
      type: 'detail.opened',
      subject: { ...(subject as EntityName), ...breakdown },
    })),
    openSchedules: toSchedules(({ subject }: { subject: EntityName | undefined }) => ({
      type: 'detail.opened',
      subject: subject as EntityName,
    })),
    seeInfo: toInfo(() => ({ type: 'detail.seen' })),
    seeTrend: toTrend(() => ({ type: 'detail.seen' })),
    seeBreakdown: toBreakdown(() => ({ type: 'detail.seen' })),
    seeEvents: toEvents(() => ({ type: 'log.seen' })),
    seeSchedules: toSchedules(() => ({ type: 'detail.seen' })),
    seeHits: toHits(() => ({ type: 'log.seen' })),
    renewInfo: toInfo(() => ({ type: 'detail.refreshDue' })),
    renewEvents: toEvents(() => ({ type: 'log.refreshDue' })),
    renewHits: toHits(() => ({ type: 'log.refreshDue' })),
    renewSchedules: toSchedules(() => ({ type: 'detail.refreshDue' })),
    closeInfo: toInfo(() => ({ type: 'detail.closed' })),
  },
}).createMachine({
  id: 'entityDrawer',
  description: 'A drawer about one campaign, ad group or ad; each part is loaded when its tab is opened.',
  context: { subject: undefined, tab: 'info', trend: { by: 'day', days: 14 }, breakdown: { by: 'age', days: 7 } },
  invoke: [
    { id: 'info', src: 'info' },
    { id: 'trend', src: 'trend' },
    { id: 'breakdown', src: 'breakdown' },
    { id: 'schedules', src: 'schedules' },
    { id: 'cancelling', src: 'cancelling' },
  ],
  initial: 'closed',
  on: {
    'drawer.opened': {
      target: '.open',
      actions: [
        { type: 'keepSubject', params: ({ event }) => event },
        { type: 'openInfo', params: ({ context }) => context },
      ],
    },
  },
  states: {
    closed: {},
    open: {
      tags: 'open',
      initial: 'selecting',
      on: {
        'drawer.tabChosen': { target: '.selecting', actions: { type: 'keepTab', params: ({ event }) => event } },
        'drawer.closed': { target: 'closed', actions: ['closeInfo', 'forget'] },
        'drawer.invalidated': { actions: 'renewInfo' },
        'drawer.seen': { actions: 'seeInfo' },
      },
      states: {
        selecting: {
          description: 'Selects the chosen tab and loads its part.',
          always: [
            { guard: isTab('trend'), target: 'trend', actions: { type: 'openTrend', params: ({ context }) => context } },
            { guard: isTab('breakdown'), target: 'breakdown', actions: { type: 'openBreakdown', params: ({ context }) => context } },
            { guard: isTab('below'), target: 'below' },
            { guard: isTab('creative'), target: 'creative' },
            { guard: isTab('events'), target: 'events' },
            { guard: isTab('schedules'), target: 'schedules', actions: { type: 'openSchedules', params: ({ context }) => context } },
            { guard: isTab('hits'), target: 'hits' },
            { target: 'info' },
          ],
        },
        info: { description: 'Its settings, budget and origin.' },
        trend: {
          description: 'Metrics over time.',
          on: {
            'drawer.trendChosen': {
              actions: [
                { type: 'keepTrend', params: ({ event }) => event },
                { type: 'openTrend', params: ({ context }) => context },
              ],
            },
            'drawer.seen': { actions: ['seeInfo', 'seeTrend'] },
          },
        },
        breakdown: {
          description: 'Metrics by age, gender or placement.',
          on: {
            'drawer.breakdownChosen': {
              actions: [
                { type: 'keepBreakdown', params: ({ event }) => event },
                { type: 'openBreakdown', params: ({ context }) => context },
              ],
            },
            'drawer.seen': { actions: ['seeInfo', 'seeBreakdown'] },
          },
        },
        below: { description: 'Its direct children, which are part of its details.' },
        creative: { description: 'Its creative, which is part of its details.' },
        events: {
          description: 'Its events.',
          // The log keeps its object in its filters; each object has a log of its own.
          invoke: {
            id: 'events',
            src: 'events',
            input: ({ context: { subject } }) => ({ search: `?level=${subject?.level ?? ''}&id=${subject?.id ?? ''}` }),
          },
          on: {
            'drawer.invalidated': { actions: ['renewInfo', 'renewEvents'] },
            'drawer.seen': { actions: ['seeInfo', 'seeEvents'] },
          },
        },
        hits: {
          description: 'What rules did to it.',
          invoke: {
            id: 'hits',
            src: 'hits',
            input: ({ context: { subject } }) => ({ search: `?level=${subject?.level ?? ''}&id=${subject?.id ?? ''}` }),
          },
          on: {
            'drawer.invalidated': { actions: ['renewInfo', 'renewHits'] },
            'drawer.seen': { actions: ['seeInfo', 'seeHits'] },
          },
        },
        schedules: {
          description: 'Its scheduled actions.',
          on: {
            'scheduleCancelling.done': { actions: 'renewSchedules' },
            'drawer.invalidated': { actions: ['renewInfo', 'renewSchedules'] },
            'drawer.seen': { actions: ['seeInfo', 'seeSchedules'] },
          },
        },
      },
    },
  },
});
