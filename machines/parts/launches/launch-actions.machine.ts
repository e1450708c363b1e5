import { type ActorRefFrom, setup } from 'xstate';
import type { EntityLevel } from '#contracts/vocabulary/launches.ts';
import { type BatchFact, createBatchMachine } from '../../kernel/batch/batch.machine.ts';
import { invertSwitch } from '../../kernel/batch/invert-switch.ts';
import type { FormFact } from '../../kernel/form/form-dialog.machine.ts';
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

export const launchBatch = createBatchMachine<LaunchBatchParams, LaunchFilters>({
  id: 'launchBatch',
  description: 'A bulk action on campaigns, ad groups or ads, or one started elsewhere and followed here.',
  blank: blankLaunchBatch,
  check: checkLaunchBatch,
  caution: launchConfirmationNeeds,
  invert: invertSwitch,
});

/** Facts for the page that shows the launches. */
export type LaunchesFact =
  /** Something was changed, so the rows may be outdated. */
  | { type: 'launches.changed' }
  | { type: 'launches.batchStarted'; batchId: number }
  /** The failed rows, with which the user wants to continue. */
  | { type: 'launches.failedChosen'; ids: number[] };

export type LaunchActionsEvent =
  /** The page is on the screen again, or no longer. */
  | { type: 'launchActions.seen' }
  | { type: 'launchActions.left' }
  | { type: 'batch.followed'; batchId: number; siblings?: number[] }
  /** An earlier order was loaded, to be checked before it is repeated. */
  | { type: 'launchActions.orderLoaded'; order: LaunchOrder }
  | BatchFact<'launchBatch'>
  | FormFact<'amountForm', { id: number; level: EntityLevel }>
  | EntitySwitchFact;

const toBatch = toChild(launchBatch, 'batch');
const toDrawer = toChild(entityDrawer, 'drawer');

/** All actions on launches, for any page that shows them: switches, amounts, bulk actions, and the drawer. */
export const launchActions = setup({
  types: {} as {
    context: object;
    events: LaunchActionsEvent;
    emitted: LaunchesFact;
    children: {
      batch: 'batch';
      dryRun: 'dryRun';
      switches: 'switches';
      amount: 'amount';
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
    dryRun,
    switches: entitySwitch,
    amount: amountForm,
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
    tellChanged: tell<object>(() => ({ type: 'launches.changed' })),
    tellBatchStarted: tell<object, { batchId: number }>((_, { batchId }) => ({ type: 'launches.batchStarted', batchId })),
    tellFailedChosen: tell<object, { ids: number[] }>((_, { ids }) => ({ type: 'launches.failedChosen', ids })),
  },
}).createMachine({
  id: 'launchActions',
  description: 'All actions on launches: switches, amounts, bulk actions, and the drawer.',
  context: {},
  invoke: [
    { id: 'batch', src: 'batch' },
    { id: 'dryRun', src: 'dryRun' },
    { id: 'switches', src: 'switches' },
    { id: 'amount', src: 'amount' },
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
    'launchBatch.failedChosen': { actions: { type: 'tellFailedChosen', params: ({ event }) => event } },
    'amountForm.saved': { actions: ['tellChanged', 'invalidateDrawer'] },
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
