import { type ActorRefFrom, assign, setup } from 'xstate';
import type { EntityLevel } from '#contracts/vocabulary/launches.ts';
import { type BatchFact, createBatchMachine } from '../../kernel/batch/batch.machine.ts';
import { invertSwitch } from '../../kernel/batch/invert-switch.ts';
import type { FormFact } from '../../kernel/form/form-dialog.machine.ts';
import { type CommandFact, createCommandMachine } from '../../kernel/page/command.machine.ts';
import { tell, toChild } from '../../kernel/tell.ts';
import { adAccountPicker, homepagePicker, pixelPicker, staffPicker } from '../assets/asset-pickers.machine.ts';
import { materialPicker } from '../materials/material-pickers.machine.ts';
import { countryChoice, interestChoice, landingPicker, localeChoice, postPicker } from './ad-pickers.machine.ts';
import { amountForm } from './amount-form.machine.ts';
import { dryRun } from './dry-run.machine.ts';
import { entityDrawer } from './entity-drawer.machine.ts';
import { type EntitySwitchFact, entitySwitch } from './entity-switch.machine.ts';
import {
  blankLaunchBatch,
  checkLaunchBatch,
  initialLaunchBatch,
  type LaunchBatchParams,
  launchConfirmationNeeds,
} from './launch-batch-rules.ts';
import type { LaunchFilters } from './launch-query.ts';
import type { LaunchOrder } from './launch-redo.machine.ts';
import { noteForm } from './note-form.machine.ts';

export const launchBatch = createBatchMachine<LaunchBatchParams, LaunchFilters>({
  id: 'launchBatch',
  description: 'A bulk action on campaigns, ad groups or ads, or one started elsewhere and followed here.',
  blank: blankLaunchBatch,
  check: checkLaunchBatch,
  caution: launchConfirmationNeeds,
  invert: invertSwitch,
});

/** Answers with the draft that was made. */
export const schemeSaving = createCommandMachine<{ id: number; name: string }, { id: number }>({
  id: 'schemeSaving',
  description: 'Saves the settings of a campaign as the draft of a scheme.',
});

/** Facts for the page that shows the launches. */
export type LaunchesFact =
  /** Something was changed, so the rows may be outdated. */
  | { type: 'launches.changed' }
  | { type: 'launches.batchStarted'; batchId: number }
  /** The failed rows, with which the user wants to continue. */
  | { type: 'launches.failedChosen'; ids: number[] };

interface LaunchActionsContext {
  /** The draft that was just made of a campaign, until the view opens it. */
  savedScheme: number | undefined;
}

export type LaunchActionsEvent =
  /** The page is on the screen again, or no longer. */
  | { type: 'launchActions.seen' }
  | { type: 'launchActions.left' }
  | { type: 'batch.followed'; batchId: number; siblings?: number[] }
  /** An earlier order was loaded, to be checked before it is repeated. */
  | { type: 'launchActions.orderLoaded'; order: LaunchOrder }
  /** The view has opened the saved scheme. */
  | { type: 'launchActions.schemeOpened' }
  | CommandFact<'schemeSaving', { id: number; name: string }, { id: number }>
  | BatchFact<'launchBatch'>
  | FormFact<'amountForm', { id: number; level: EntityLevel }>
  | FormFact<'noteForm', { id: number }>
  | EntitySwitchFact;

const toBatch = toChild(launchBatch, 'batch');
const toDrawer = toChild(entityDrawer, 'drawer');

/** All actions on launches, for any page that shows them: switches, amounts, bulk actions, and the drawer. */
export const launchActions = setup({
  types: {} as {
    context: LaunchActionsContext;
    events: LaunchActionsEvent;
    emitted: LaunchesFact;
    children: {
      batch: 'batch';
      schemeSaving: 'schemeSaving';
      dryRun: 'dryRun';
      switches: 'switches';
      amount: 'amount';
      note: 'note';
      drawer: 'drawer';
      people: 'people';
      accounts: 'accounts';
      materials: 'materials';
      posts: 'posts';
      landings: 'landings';
      homepages: 'homepages';
      pixels: 'pixels';
      countries: 'countries';
      locales: 'locales';
      interests: 'interests';
    };
  },
  actors: {
    batch: launchBatch,
    schemeSaving,
    dryRun,
    switches: entitySwitch,
    amount: amountForm,
    note: noteForm,
    drawer: entityDrawer,
    people: staffPicker,
    accounts: adAccountPicker,
    materials: materialPicker,
    posts: postPicker,
    landings: landingPicker,
    homepages: homepagePicker,
    pixels: pixelPicker,
    countries: countryChoice,
    locales: localeChoice,
    interests: interestChoice,
  },
  guards: { isWatched: (_, { watched }: { watched: boolean }) => watched },
  actions: {
    keepScheme: assign((_, { result }: { result: { id: number } }) => ({ savedScheme: result.id })),
    forgetScheme: assign({ savedScheme: undefined }),
    seeBatch: toBatch(() => ({ type: 'batch.seen' })),
    leaveBatch: toBatch(() => ({ type: 'batch.left' })),
    followBatch: toBatch(({ batchId, siblings }: { batchId: number; siblings?: number[] }) => ({
      type: 'batch.followed',
      batchId,
      siblings,
    })),
    /** Nothing is done before the user confirms it. */
    openOrder: toBatch(({ order: { ids, params, key } }: { order: LaunchOrder }) => ({
      type: 'batch.opened',
      subject: { kind: 'rows', ids },
      params: initialLaunchBatch(params),
      key,
    })),
    seeDrawer: toDrawer(() => ({ type: 'drawer.seen' })),
    invalidateDrawer: toDrawer(() => ({ type: 'drawer.invalidated' })),
    tellChanged: tell<LaunchActionsContext>(() => ({ type: 'launches.changed' })),
    tellBatchStarted: tell<LaunchActionsContext, { batchId: number }>((_, { batchId }) => ({ type: 'launches.batchStarted', batchId })),
    tellFailedChosen: tell<LaunchActionsContext, { ids: number[] }>((_, { ids }) => ({ type: 'launches.failedChosen', ids })),
  },
}).createMachine({
  id: 'launchActions',
  description: 'All actions on launches: switches, amounts, bulk actions, and the drawer.',
  context: { savedScheme: undefined },
  invoke: [
    { id: 'batch', src: 'batch' },
    { id: 'schemeSaving', src: 'schemeSaving' },
    { id: 'dryRun', src: 'dryRun' },
    { id: 'switches', src: 'switches' },
    { id: 'amount', src: 'amount' },
    { id: 'note', src: 'note' },
    { id: 'drawer', src: 'drawer' },
    { id: 'people', src: 'people' },
    { id: 'accounts', src: 'accounts' },
    { id: 'materials', src: 'materials' },
    { id: 'posts', src: 'posts' },
    { id: 'landings', src: 'landings' },
    { id: 'homepages', src: 'homepages' },
    { id: 'pixels', src: 'pixels' },
    { id: 'countries', src: 'countries' },
    { id: 'locales', src: 'locales' },
    { id: 'interests', src: 'interests' },
  ],
  on: {
    'launchActions.seen': { actions: ['seeBatch', 'seeDrawer'] },
    'launchActions.left': { actions: 'leaveBatch' },
    'launchActions.orderLoaded': { actions: { type: 'openOrder', params: ({ event }) => event } },
    'batch.followed': {
      actions: [
        { type: 'followBatch', params: ({ event }) => event },
        { type: 'tellBatchStarted', params: ({ event }) => event },
      ],
    },
    'launchBatch.started': { actions: [{ type: 'tellBatchStarted', params: ({ event }) => event }, 'tellChanged'] },
    'launchBatch.finished': [
      {
        guard: { type: 'isWatched', params: ({ event }) => event },
        // Failed rows stay chosen, so that the user can look at them.
        actions: [{ type: 'tellFailedChosen', params: ({ event }) => ({ ids: event.failedIds }) }, 'tellChanged', 'invalidateDrawer'],
      },
      { actions: ['tellChanged', 'invalidateDrawer'] },
    ],
    'schemeSaving.done': { actions: { type: 'keepScheme', params: ({ event }) => event } },
    'launchActions.schemeOpened': { actions: 'forgetScheme' },
    'launchBatch.failedChosen': { actions: { type: 'tellFailedChosen', params: ({ event }) => event } },
    'amountForm.saved': { actions: ['tellChanged', 'invalidateDrawer'] },
    'noteForm.saved': { actions: ['tellChanged', 'invalidateDrawer'] },
    'entitySwitch.turned': { actions: ['tellChanged', 'invalidateDrawer'] },
  },
});

export type LaunchActions = ActorRefFrom<typeof launchActions>;
/** The children of the running machine, all present. */
export type LaunchActionParts = {
  [Name in keyof ReturnType<LaunchActions['getSnapshot']>['children']]-?: NonNullable<
    ReturnType<LaunchActions['getSnapshot']>['children'][Name]
  >;
};
