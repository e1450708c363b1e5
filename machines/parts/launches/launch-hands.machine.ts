import { type ActorRefFrom, setup } from 'xstate';
import type { EntityLevel } from '#contracts/vocabulary/launches.ts';
import { type BatchFact, createBatchMachine } from '../../kernel/batch/batch.machine.ts';
import type { FormFact } from '../../kernel/form/form-dialog.machine.ts';
import { tell, toChild } from '../../kernel/tell.ts';
import { adAccountPicker, homepagePicker, pixelPicker, staffPicker } from '../assets/asset-pickers.machine.ts';
import { materialPicker } from '../materials/material-pickers.machine.ts';
import { landingPicker, postPicker } from './ad-pickers.machine.ts';
import { amountForm } from './amount-form.machine.ts';
import { dryRun } from './dry-run.machine.ts';
import { entityDrawer } from './entity-drawer.machine.ts';
import { type EntitySwitchFact, entitySwitch } from './entity-switch.machine.ts';
import { blankLaunchBatch, checkLaunchBatch, type LaunchBatchParams, launchBatchOf, launchCaution } from './launch-batch-rules.ts';
import type { LaunchFilters } from './launch-query.ts';
import type { RecalledLaunch } from './launch-recall.machine.ts';

export const launchBatch = createBatchMachine<LaunchBatchParams, LaunchFilters>({
  id: 'launchBatch',
  description: 'Something done to several campaigns, ad groups or ads at once, or begun elsewhere and followed here.',
  blank: blankLaunchBatch,
  check: checkLaunchBatch,
  caution: launchCaution,
});

/** Told to the page that has these hands. */
export type LaunchesFact =
  /** Something was done: its rows may be others now. */
  | { type: 'launches.changed' }
  | { type: 'launches.batchStarted'; batchId: number }
  /** Somebody wants to go on with these rows: those that failed. */
  | { type: 'launches.failedChosen'; ids: number[] };

export type LaunchHandsEvent =
  /** The page is on the screen (again), or is not any more. */
  | { type: 'hands.seen' }
  | { type: 'hands.left' }
  | { type: 'batch.followed'; batchId: number; siblings?: number[] }
  /** What was ordered once is looked at before it is ordered again. */
  | { type: 'hands.recalled'; recalled: RecalledLaunch }
  | BatchFact<'launchBatch'>
  | FormFact<'amountForm', { id: number; level: EntityLevel }>
  | EntitySwitchFact;

const toBatch = toChild(launchBatch, 'batch');
const toDrawer = toChild(entityDrawer, 'drawer');

/** Everything that can be done to what was launched, for any page that shows it: switches, amounts, bulk actions, and a closer look. */
export const launchHands = setup({
  types: {} as {
    context: object;
    events: LaunchHandsEvent;
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
    /** Nothing is done before somebody confirms it. */
    openRecalled: toBatch(({ recalled: { ids, params, key } }: { recalled: RecalledLaunch }) => ({
      type: 'batch.opened',
      subject: { kind: 'rows', ids },
      params: launchBatchOf(params),
      key,
    })),
    seeDrawer: toDrawer(() => ({ type: 'drawer.seen' })),
    spoilDrawer: toDrawer(() => ({ type: 'drawer.spoiled' })),
    tellChanged: tell<object>(() => ({ type: 'launches.changed' })),
    tellBatchStarted: tell<object, { batchId: number }>((_, { batchId }) => ({ type: 'launches.batchStarted', batchId })),
    tellFailedChosen: tell<object, { ids: number[] }>((_, { ids }) => ({ type: 'launches.failedChosen', ids })),
  },
}).createMachine({
  id: 'launchHands',
  description: 'Everything that can be done to what was launched: switches, amounts, bulk actions, and a closer look.',
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
  ],
  on: {
    'hands.seen': { actions: ['seeBatch', 'seeDrawer'] },
    'hands.left': { actions: 'leaveBatch' },
    'hands.recalled': { actions: { type: 'openRecalled', params: ({ event }) => event } },
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
        // Those that failed stay chosen, so that they can be looked at.
        actions: [{ type: 'tellFailedChosen', params: ({ event }) => ({ ids: event.failedIds }) }, 'tellChanged', 'spoilDrawer'],
      },
      { actions: ['tellChanged', 'spoilDrawer'] },
    ],
    'launchBatch.failedChosen': { actions: { type: 'tellFailedChosen', params: ({ event }) => event } },
    'amountForm.saved': { actions: ['tellChanged', 'spoilDrawer'] },
    'entitySwitch.turned': { actions: ['tellChanged', 'spoilDrawer'] },
  },
});

export type LaunchHands = ActorRefFrom<typeof launchHands>;
/** Each of what the hands have, while they stand. */
export type HandParts = {
  [Name in keyof ReturnType<LaunchHands['getSnapshot']>['children']]-?: NonNullable<
    ReturnType<LaunchHands['getSnapshot']>['children'][Name]
  >;
};
