import { type ActorRefFrom, assign, raise, setup } from 'xstate';
import { batchProgressMachine } from '../kernel/batch/batch-progress.machine.ts';
import { draftKeeper } from '../kernel/form/draft-keeper.machine.ts';
import { failureOf } from '../kernel/form/faults.ts';
import type { PageInput } from '../kernel/page/page-contract.ts';
import { batchToRecall, withoutRecall } from '../kernel/page/recall.machine.ts';
import { missingActor } from '../kernel/placeholders.ts';
import { tell, tellMoved, toChild } from '../kernel/tell.ts';
import { homepagePicker, pixelPicker } from '../parts/assets/asset-pickers.machine.ts';
import { landingPicker, postPicker, schemePicker } from '../parts/launches/ad-pickers.machine.ts';
import { dramaPicker, productPicker } from '../parts/materials/material-pickers.machine.ts';
import {
  chosenAccounts,
  pixelSharing,
  publishAccounts,
  publishMaterials,
  publishRecall,
  type RecalledPublish,
} from './publish-parts.machine.ts';
import { type Ordered, publishPlanMachine } from './publish-plan.machine.ts';
import { firstWrongBefore, isOtherScheme, type KnownTemplate, orderedIn, type PublishValues, type Step } from './publish-values.ts';
import { addressRegion } from './wizard-address.ts';
import {
  blankWizard,
  choosing,
  faultsOf,
  following,
  isWayOpen,
  returningTo,
  turning,
  type WantedMaterials,
  type WizardContext,
  type WizardEvent,
  withChanges,
  withDraft,
  withFaultsBefore,
  withFieldChecked,
  withOrder,
  withRecalled,
  withScheme,
} from './wizard-rules.ts';
import { schemeRegion } from './wizard-scheme.ts';

/** What it is made of. */
const parts = {
  draft: draftKeeper,
  schemes: schemePicker,
  accounts: publishAccounts,
  chosen: chosenAccounts,
  dramas: dramaPicker,
  products: productPicker,
  materials: publishMaterials,
  posts: postPicker,
  landings: landingPicker,
  homepages: homepagePicker,
  pixels: pixelPicker,
  plan: publishPlanMachine,
  sharing: pixelSharing,
  progress: batchProgressMachine,
  recall: publishRecall,
} as const;

const toDraft = toChild(draftKeeper, 'draft');
const toAccounts = toChild(publishAccounts, 'accounts');
const toChosen = toChild(chosenAccounts, 'chosen');
const toMaterials = toChild(publishMaterials, 'materials');
const toPlan = toChild(publishPlanMachine, 'plan');
const toProgress = toChild(batchProgressMachine, 'progress');
const toSharing = toChild(pixelSharing, 'sharing');
const toRecall = toChild(publishRecall, 'recall');

/** What is chosen goes to the server. */
const keeping = { type: 'keepDraft', params: ({ context }: { context: WizardContext }) => context } as const;

/**
 * A publish, step by step: a scheme and ad accounts, what is advertised and with what, where it leads, what will be created, the
 * order. Earlier steps can always be gone back to. What is chosen is kept on the server and found again; one plan is ordered once.
 */
export const publishWizardMachine = setup({
  types: {} as {
    context: WizardContext;
    events: WizardEvent;
    input: PageInput;
    tags: 'busy' | 'failed';
    children: { [Name in keyof typeof parts]: Name } & { loadScheme: 'loadScheme' };
  },
  actors: {
    ...parts,
    loadScheme: missingActor<KnownTemplate, { id: number; version: number | undefined }>('loadScheme'),
  },
  guards: {
    isOrdered: ({ context }) => Object.keys(orderedIn(context.search)).length > 0,
    isOrderedAgain: ({ context }) => batchToRecall(context.search) !== undefined,
    isSchemeWanted: ({ context }) => context.values.scheme_id !== undefined && context.answer?.scheme === undefined,
    isSchemeUnset: ({ context }) => context.values.scheme_id === undefined,
    isOtherScheme: ({ context }, { changes }: { changes: Partial<PublishValues> }) => isOtherScheme(context.values, changes),
    isSoundTo: ({ context }, { step }: { step: Step }) => isWayOpen(context, step),
    isWay: ({ context }, { asked, step }: { asked: Step; step: Step }) => asked === step && isWayOpen(context, step),
    isReturningTo: ({ context }, { step }: { step: Step }) =>
      context.step === step && firstWrongBefore(step, faultsOf(context)) === undefined,
    isWishSound: ({ context }) => Object.keys(faultsOf(context)).length === 0,
    isMeant: ({ context: { values } }, { scheme }: { scheme: KnownTemplate }) =>
      scheme.id === values.scheme_id && (values.scheme_version ?? scheme.shown_version) === scheme.shown_version,
    isFaulty: (_, { isClean }: { isClean: boolean }) => !isClean,
    isAboutMaterials: ({ context }, { changes }: { changes: Partial<PublishValues> }) =>
      'content_id' in changes || ('ad_account_ids' in changes && context.values.content_id !== undefined),
    isAboutPixel: (_, { changes }: { changes: Partial<PublishValues> }) => 'pixel_id' in changes,
  },
  actions: {
    begin: assign(() => blankWizard),
    change: assign(({ context }, { changes }: { changes: Partial<PublishValues> }) => withChanges(context, changes)),
    takeOrder: assign(({ context }) => withOrder(context)),
    takeDraft: assign((_, { draft }: Parameters<typeof withDraft>[0]) => withDraft({ draft })),
    noteStep: assign((_, { step }: { step: Step }) => ({ step })),
    checkField: assign(({ context }, { field }: { field: keyof PublishValues }) => withFieldChecked(context, field)),
    showFaultsBefore: assign(({ context }, { step }: { step: Step }) => withFaultsBefore(context, step)),
    clearFaults: assign({ faults: {} }),
    showFaults: assign(({ context }) => ({ faults: faultsOf(context) })),
    keepFaults: assign(({ context }, { faults }: Pick<WizardContext, 'faults'>) => ({ faults, refusals: context.refusals + 1 })),
    keepScheme: assign(({ context }, { scheme }: { scheme: KnownTemplate }) => withScheme(context, scheme)),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    notePlan: assign((_, { isPlanned }: { isPlanned: boolean }) => ({ isPlanned })),
    keepOrdered: assign((_, { ordered }: { ordered: Ordered }) => ({ ...blankWizard, ordered })),
    seekDraft: toDraft(() => ({ type: 'draft.sought', subjectId: undefined, version: undefined })),
    keepDraft: toDraft(({ values, step }: Pick<WizardContext, 'values' | 'step'>) => ({
      type: 'draft.typed',
      version: undefined,
      content: { values: { ...values, step }, origin: {}, withheld: false },
    })),
    giveUpDraft: toDraft(() => ({ type: 'draft.givenUp' })),
    fulfilDraft: toDraft(() => ({ type: 'draft.fulfilled' })),
    wantPlan: toPlan(({ values }: Pick<WizardContext, 'values'>) => ({ type: 'plan.wanted', values })),
    wishPlan: toPlan(({ values }: Pick<WizardContext, 'values'>) => ({ type: 'plan.wished', values })),
    seePlan: toPlan(() => ({ type: 'plan.seen' })),
    giveUpPlan: toPlan(() => ({ type: 'plan.givenUp' })),
    renewPlan: toPlan(() => ({ type: 'plan.renewed' })),
    lookForAccounts: toAccounts(({ answer }: Pick<WizardContext, 'answer'>) => ({
      type: 'list.filtersChanged',
      changes: { channel: answer?.scheme?.channel },
    })),
    openChosen: toChosen(({ answer, values }: Pick<WizardContext, 'answer' | 'values'>) => ({
      type: 'detail.opened',
      subject: { ids: values.ad_account_ids, pixel_id: values.pixel_id, site_id: answer?.scheme?.body.identity.site_id ?? undefined },
    })),
    seeChosen: toChosen(() => ({ type: 'detail.seen' })),
    renewChosen: toChosen(() => ({ type: 'detail.refreshRequested' })),
    lookForMaterials: toMaterials(({ values: { biz, content_id, ad_account_ids }, isOfOther }: WantedMaterials) => ({
      type: 'list.filtersChanged',
      changes: {
        status: 'ready',
        product_id: biz === 'ec' ? content_id : undefined,
        drama_id: biz === 'ec' ? undefined : content_id,
        to_publish_in: ad_account_ids.length > 0 ? ad_account_ids : undefined,
        ...(isOfOther && { keyword: undefined, kind: undefined }),
      },
    })),
    renewAccounts: toAccounts(() => ({ type: 'list.refreshRequested' })),
    seeProgress: toProgress(() => ({ type: 'progress.seen' })),
    leaveProgress: toProgress(() => ({ type: 'progress.left' })),
    seeSharing: toSharing(() => ({ type: 'batch.seen' })),
    leaveSharing: toSharing(() => ({ type: 'batch.left' })),
    announceOrder: raise({ type: 'wizard.orderTaken' }),
    follow: toProgress(({ batchId }: { batchId: number }) => ({ type: 'progress.followed', batchIds: [batchId], show: true })),
    // Asked only where the address names one.
    recall: toRecall(({ search }: PageInput) => ({ type: 'recall.wanted', subject: { batchId: batchToRecall(search) ?? 0 } })),
    forgetRecall: assign(({ context: { search } }) => ({ search: withoutRecall(search) })),
    keepRecalled: assign(({ context }, { recalled }: { recalled: RecalledPublish }) => withRecalled(context, recalled)),
    keepSearch: assign((_, { search }: PageInput) => ({ search })),
    tellMoved,
    tellBatchStarted: tell<WizardContext, { batchId: number }>((_, { batchId }) => ({ type: 'page.batchStarted', batchId })),
  },
}).createMachine({
  id: 'publishWizard',
  description: 'A publish, step by step, kept on the server as it is chosen.',
  context: ({ input }) => ({ ...blankWizard, search: input.search }),
  invoke: [
    { id: 'draft', src: 'draft', input: { form: 'publishWizard' } },
    { id: 'schemes', src: 'schemes' },
    { id: 'accounts', src: 'accounts', input: { search: '' } },
    { id: 'chosen', src: 'chosen' },
    { id: 'dramas', src: 'dramas' },
    { id: 'products', src: 'products' },
    { id: 'materials', src: 'materials', input: { search: '?status=ready' } },
    { id: 'posts', src: 'posts' },
    { id: 'landings', src: 'landings' },
    { id: 'homepages', src: 'homepages' },
    { id: 'pixels', src: 'pixels' },
    { id: 'plan', src: 'plan' },
    { id: 'sharing', src: 'sharing' },
    { id: 'progress', src: 'progress' },
    { id: 'recall', src: 'recall' },
  ],
  type: 'parallel',
  on: {
    'page.seen': { actions: ['seePlan', 'seeChosen', 'seeProgress', 'seeSharing'] },
    'page.left': { actions: ['leaveProgress', 'leaveSharing'] },
    'page.refreshRequested': { actions: ['renewAccounts', 'renewPlan'] },
    'pixelSharing.started': { actions: { type: 'tellBatchStarted', params: ({ event }) => event } },
    'pixelSharing.finished': { actions: ['renewChosen', 'renewPlan'] },
    'progress.resumed': { actions: { type: 'tellBatchStarted', params: ({ event }) => event } },
  },
  states: {
    address: addressRegion,
    scheme: schemeRegion,
    steps: {
      description: 'Where somebody stands on the way.',
      initial: 'opening',
      on: {
        'draft.restored': { target: '.returning', actions: { type: 'takeDraft', params: ({ event }) => event } },
        'wizard.discarded': { target: '.accounts', actions: ['begin', 'giveUpPlan', 'giveUpDraft', 'seekDraft'] },
        'plan.ordered': {
          target: '.ordered',
          actions: [
            { type: 'keepOrdered', params: ({ event }) => event },
            { type: 'follow', params: ({ event }) => event.ordered },
            { type: 'tellBatchStarted', params: ({ event }) => event.ordered },
            'fulfilDraft',
          ],
        },
        'wizard.orderTaken': { target: '.accounts', actions: keeping },
        'plan.refused': { actions: { type: 'keepFaults', params: ({ event }) => event } },
        ...turning,
      },
      states: {
        opening: {
          description: 'The parts exist only once this state is entered: the server is asked for what was left unfinished.',
          always: { target: 'accounts', actions: 'seekDraft' },
        },
        returning: {
          description: 'What was left unfinished is here again, and so is the step.',
          always: [
            returningTo('content', 'content'),
            returningTo('identity', 'identity'),
            returningTo('preview', 'preview'),
            // Nothing is ordered that was not looked at again.
            returningTo('order', 'preview'),
            { target: 'accounts' },
          ],
        },
        accounts: {
          description: 'From which scheme, into which ad accounts.',
          entry: { type: 'noteStep', params: { step: 'accounts' } },
          on: { ...choosing, ...following('content', 'content') },
        },
        content: {
          description: 'What is advertised, and with which creatives and texts.',
          entry: [{ type: 'noteStep', params: { step: 'content' } }, keeping],
          on: { ...choosing, ...following('identity', 'identity') },
        },
        identity: {
          description: 'Where it leads, and in whose name.',
          entry: [{ type: 'noteStep', params: { step: 'identity' } }, keeping, { type: 'openChosen', params: ({ context }) => context }],
          on: { ...choosing, ...following('preview', 'preview') },
        },
        preview: {
          description: 'What will be created; names, budget, times and status can still be changed.',
          entry: [{ type: 'noteStep', params: { step: 'preview' } }, { type: 'notePlan', params: { isPlanned: false } }, keeping],
          initial: 'asking',
          on: {
            'plan.made': { actions: ['clearFaults', { type: 'notePlan', params: ({ event }) => ({ isPlanned: event.isClean }) }] },
            'wizard.fieldLeft': { actions: { type: 'checkField', params: ({ event }) => event } },
            'wizard.fieldChanged': {
              target: '.wishing',
              actions: [{ type: 'change', params: ({ event }) => event }, { type: 'notePlan', params: { isPlanned: false } }, keeping],
            },
            ...following('order', 'order'),
          },
          states: {
            asking: {
              description: 'A plan is wanted of what was chosen.',
              always: { target: 'looking', actions: { type: 'wantPlan', params: ({ context }) => context } },
            },
            wishing: {
              description: 'Something was wished for: a plan with it follows, where it can be granted at all.',
              always: [
                { guard: 'isWishSound', target: 'looking', actions: { type: 'wishPlan', params: ({ context }) => context } },
                { target: 'looking', actions: 'showFaults' },
              ],
            },
            looking: { description: 'The plan is on its way, or looked at.' },
          },
        },
        order: {
          description: 'What it comes to in all; it is ordered here.',
          entry: [{ type: 'noteStep', params: { step: 'order' } }, keeping],
          on: {
            'plan.made': { guard: { type: 'isFaulty', params: ({ event }) => event }, target: 'preview.looking' },
            // The new plan is looked at first.
            'plan.overtaken': 'preview.looking',
          },
        },
        ordered: {
          description: 'It is on its way. The next one begins when somebody wants it.',
          on: { 'wizard.begunAnew': { target: 'accounts', actions: ['begin', 'seekDraft'] } },
        },
      },
    },
  },
});

export type PublishWizard = ActorRefFrom<typeof publishWizardMachine>;
