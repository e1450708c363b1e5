import { type ActorRefFrom, assign, setup } from 'xstate';
import type { AdminHealth, AdminTopRow, adminSummary as summaryCall } from '#contracts/endpoints/admin-home.ts';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import { type BizLine, bizLines } from '#contracts/vocabulary/business-lines.ts';
import { type ChannelName, channels } from '#contracts/vocabulary/channels.ts';
import type { AdminHomeDivision, AdminTopDimension } from '#contracts/vocabulary/home-board.ts';
import { date, defineListQuery, oneOf } from '../kernel/list/list-query.ts';
import type { CommandFact } from '../kernel/page/command.machine.ts';
import { createDetailMachine, type DetailEvent } from '../kernel/page/detail.machine.ts';
import { handleActionTaken } from '../kernel/page/page-address.ts';
import type { PageEvent, PageInput } from '../kernel/page/page-contract.ts';
import { missingActor } from '../kernel/placeholders.ts';
import type { TrendAnswer } from '../kernel/report/trend.machine.ts';
import { tell, tellMoved, toChild } from '../kernel/tell.ts';
import { FIRST_ALERTS, homeAlerts, openIncidents, type ReadAlertsSubject, readAlerts } from '../parts/alerts/alerts.machine.ts';

/** How old the data may get while the page is on the screen. */
export const ADMIN_HOME_REFRESH_MS = 300_000;

/** The day and the part of the company that the page shows; undefined is today, and everything. */
export interface CompanyScope {
  date?: string | undefined;
  biz?: BizLine | undefined;
  channel?: ChannelName | undefined;
}

export const companyQuery = defineListQuery({ date, biz: oneOf(...bizLines), channel: oneOf(...channels) }, []);

export type CompanySummary = ReplyOf<typeof summaryCall>;
export type CompanyHours = TrendAnswer & { clock?: { timezone: string; movingFrom: number } };

const companySummary = createDetailMachine<CompanyScope, CompanySummary>({
  id: 'companySummary',
  description: 'The company on one day, compared with the day before.',
});
const companyDays = createDetailMachine<CompanyScope, TrendAnswer>({
  id: 'companyDays',
  description: 'Spend, revenue and profit of the last 30 days.',
});
const companyHours = createDetailMachine<CompanyScope, CompanyHours>({
  id: 'companyHours',
  description: 'Spend by hour: the day, the day before and the mean of seven days.',
});
const companyDivisions = createDetailMachine<CompanyScope, Record<AdminHomeDivision, TrendAnswer>>({
  id: 'companyDivisions',
  description: 'Revenue of the last 30 days by business line, channel and department.',
});
const companyTops = createDetailMachine<CompanyScope, Record<AdminTopDimension, AdminTopRow[]>>({
  id: 'companyTops',
  description: 'Those with the most revenue of the last 7 days.',
});
const companyLosses = createDetailMachine<CompanyScope, Record<AdminTopDimension, AdminTopRow[]>>({
  id: 'companyLosses',
  description: 'Those that lost the most in the last 7 days.',
});
const systemHealth = createDetailMachine<'all', AdminHealth>({ id: 'systemHealth', description: 'The state of the system.' });

export const companyBlocks = {
  summary: companySummary,
  days: companyDays,
  hours: companyHours,
  divisions: companyDivisions,
  tops: companyTops,
  losses: companyLosses,
} as const;
export const systemBlocks = { health: systemHealth, alerts: homeAlerts, incidents: openIncidents } as const;

export type AdminHomeEvent =
  | PageEvent
  | { type: 'company.scopeChosen'; scope: CompanyScope }
  | { type: 'home.deliveryRequested' }
  | CommandFact<'readAlerts', ReadAlertsSubject, { unread: number }>;

export const companyScopeOf = ({ search }: PageInput): CompanyScope => companyQuery.read(search).filters;

const toSummary = toChild(companySummary, 'summary');
const toDays = toChild(companyDays, 'days');
const toHours = toChild(companyHours, 'hours');
const toDivisions = toChild(companyDivisions, 'divisions');
const toTops = toChild(companyTops, 'tops');
const toLosses = toChild(companyLosses, 'losses');
const toHealth = toChild(systemHealth, 'health');
const toAlerts = toChild(homeAlerts, 'alerts');
const toIncidents = toChild(openIncidents, 'incidents');

/** An event that every block understands. */
type BlockEvent = { word: Exclude<DetailEvent<never>['type'], 'detail.opened'> };
type Opening = { subject: CompanyScope };

const COMPANY = ['Summary', 'Days', 'Hours', 'Divisions', 'Tops', 'Losses'];
const SYSTEM = ['Health', 'Alerts', 'Incidents'];
const openCompany = COMPANY.map((name) => ({
  type: `open${name}` as 'openSummary',
  params: ({ context }: { context: PageInput }) => ({ subject: companyScopeOf(context) }),
}));
const tellBlocks = (word: BlockEvent['word'], ...names: string[]) =>
  names.map((name) => ({ type: `tell${name}` as 'tellSummary', params: { word } }));

/** The home page of a super admin: the company and the state of the system. Every block loads and fails on its own. */
export const adminHomeMachine = setup({
  types: {} as {
    context: PageInput;
    events: AdminHomeEvent;
    input: PageInput;
    children: { [Name in keyof typeof companyBlocks | keyof typeof systemBlocks | 'readAlerts']: Name };
  },
  actors: {
    ...companyBlocks,
    ...systemBlocks,
    readAlerts,
    /** Resolves once the page is visible, at once if it already is. */
    awaitReader: missingActor<void>('awaitReader'),
  },
  delays: { refreshPause: ADMIN_HOME_REFRESH_MS },
  guards: {
    isAnotherScope: ({ context }, { search }: PageInput) =>
      JSON.stringify(companyScopeOf(context)) !== JSON.stringify(companyScopeOf({ search })),
  },
  actions: {
    keepSearch: assign((_, { search }: PageInput) => ({ search })),
    choose: assign(({ context: { search } }, { scope }: { scope: CompanyScope }) => ({
      search: companyQuery.replaceIn(search, companyQuery.write({ ...companyQuery.read(search), filters: scope })),
    })),
    tellMoved,
    tellUnread: tell((_, { unread }: { unread: number }) => ({ type: 'page.alertsRead', unread })),
    requestDelivery: tell(() => ({ type: 'page.alertDeliveryRequested' })),
    openSummary: toSummary(({ subject }: Opening) => ({ type: 'detail.opened', subject })),
    openDays: toDays(({ subject }: Opening) => ({ type: 'detail.opened', subject })),
    openHours: toHours(({ subject }: Opening) => ({ type: 'detail.opened', subject })),
    openDivisions: toDivisions(({ subject }: Opening) => ({ type: 'detail.opened', subject })),
    openTops: toTops(({ subject }: Opening) => ({ type: 'detail.opened', subject })),
    openLosses: toLosses(({ subject }: Opening) => ({ type: 'detail.opened', subject })),
    openHealth: toHealth(() => ({ type: 'detail.opened', subject: 'all' })),
    openAlerts: toAlerts(() => ({ type: 'detail.opened', subject: FIRST_ALERTS })),
    openIncidents: toIncidents(() => ({ type: 'detail.opened', subject: 'all' })),
    tellSummary: toSummary(({ word }: BlockEvent) => ({ type: word })),
    tellDays: toDays(({ word }: BlockEvent) => ({ type: word })),
    tellHours: toHours(({ word }: BlockEvent) => ({ type: word })),
    tellDivisions: toDivisions(({ word }: BlockEvent) => ({ type: word })),
    tellTops: toTops(({ word }: BlockEvent) => ({ type: word })),
    tellLosses: toLosses(({ word }: BlockEvent) => ({ type: word })),
    tellHealth: toHealth(({ word }: BlockEvent) => ({ type: word })),
    tellAlerts: toAlerts(({ word }: BlockEvent) => ({ type: word })),
    tellIncidents: toIncidents(({ word }: BlockEvent) => ({ type: word })),
  },
}).createMachine({
  id: 'adminHome',
  description: 'The company and the state of the system.',
  context: ({ input }) => ({ search: input.search }),
  invoke: [...Object.keys(companyBlocks), ...Object.keys(systemBlocks), 'readAlerts'].map((name) => ({
    id: name as 'summary',
    src: name as 'summary',
  })),
  initial: 'starting',
  on: {
    'page.seen': { target: '.shown', actions: tellBlocks('detail.seen', ...COMPANY, ...SYSTEM) },
    'page.left': '.unseen',
    'page.refreshRequested': { actions: tellBlocks('detail.refreshRequested', ...COMPANY, ...SYSTEM) },
    'page.located': [
      {
        guard: { type: 'isAnotherScope', params: ({ event }) => event },
        actions: [{ type: 'keepSearch', params: ({ event }) => event }, ...openCompany],
      },
      { actions: { type: 'keepSearch', params: ({ event }) => event } },
    ],
    'company.scopeChosen': {
      actions: [{ type: 'choose', params: ({ event }) => event }, ...openCompany, { type: 'tellMoved', params: { how: 'push' } }],
    },
    'readAlerts.done': {
      actions: [...tellBlocks('detail.refreshDue', 'Alerts', 'Incidents'), { type: 'tellUnread', params: ({ event }) => event.result }],
    },
    'page.actionTaken': handleActionTaken,
    'home.deliveryRequested': { actions: 'requestDelivery' },
  },
  states: {
    starting: {
      // The blocks exist only once this state is entered.
      description: 'The blocks start with the page.',
      always: { target: 'shown', actions: [...openCompany, 'openHealth', 'openAlerts', 'openIncidents'] },
    },
    unseen: { description: 'Another page is on the screen; nothing is reloaded meanwhile.' },
    shown: { after: { refreshPause: 'awaitingReader' } },
    awaitingReader: {
      description: 'The shown data is stale; it is reloaded quietly once the page is visible.',
      invoke: {
        id: 'awaitReader',
        src: 'awaitReader',
        onDone: { target: 'shown', actions: tellBlocks('detail.refreshDue', ...COMPANY, ...SYSTEM) },
        onError: 'shown',
      },
    },
  },
});

export type AdminHome = ActorRefFrom<typeof adminHomeMachine>;
