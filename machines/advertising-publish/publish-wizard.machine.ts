import { type ActorRefFrom, assign, raise, setup } from 'xstate';
import { batchProgressMachine } from '../kernel/batch/batch-progress.machine.ts';
import { draftKeeper } from '../kernel/form/draft-keeper.machine.ts';
import { toFailure } from '../kernel/form/faults.ts';
import type { PageInput } from '../kernel/page/page-contract.ts';
import { readRedoBatch, withoutRedo } from '../kernel/page/redo.machine.ts';
import { missingActor } from '../kernel/placeholders.ts';
import { tell, tellMoved, toChild } from '../kernel/tell.ts';
import { homepagePicker, pixelPicker } from '../parts/assets/asset-pickers.machine.ts';
import { landingPicker, schemePicker } from '../parts/launches/ad-pickers.machine.ts';
import { materialGlance, materialPreview, materialTags } from '../parts/materials/material-parts.machine.ts';
import { dramaPicker, productPicker } from '../parts/materials/material-pickers.machine.ts';
import { accountGroups } from './account-groups.machine.ts';
import { failureRemedy } from './failure-remedy.machine.ts';
import {
  chosenAccounts,
  type PublishOrder,
  pixelSharing,
  publishAccounts,
  publishMaterials,
  publishPosts,
  publishRedo,
} from './publish-parts.machine.ts';
import { type PlacedOrder, publishPlanMachine } from './publish-plan.machine.ts';
import { firstWrongBefore, isOtherScheme, type KnownTemplate, type PublishValues, readPreselection, type Step } from './publish-values.ts';
import { addressRegion } from './wizard-address.ts';
import {
  applyChanges,
  applyDraft,
  applyOrder,
  applyPreselection,
  applyScheme,
  blankWizard,
  type CreativeSearch,
  checkField,
  choiceTransitions,
  faultsOf,
  isStepOpen,
  nextStepTransition,
  restoredStepTransition,
  showFaultsBefore,
  stepTransitions,
  type WizardContext,
  type WizardEvent,
} from './wizard-rules.ts';
import { schemeRegion } from './wizard-scheme.ts';

const parts = {
  draft: draftKeeper,
  schemes: schemePicker,
  accounts: publishAccounts,
  groups: accountGroups,
  chosen: chosenAccounts,
  dramas: dramaPicker,
  products: productPicker,
  materials: publishMaterials,
  posts: publishPosts,
  glance: materialGlance,
  preview: materialPreview,
  tags: materialTags,
  landings: landingPicker,
  homepages: homepagePicker,
  pixels: pixelPicker,
  plan: publishPlanMachine,
  sharing: pixelSharing,
  progress: batchProgressMachine,
  redo: publishRedo,
  remedy: failureRemedy,
} as const;

const toDraft = toChild(draftKeeper, 'draft');
const toAccounts = toChild(publishAccounts, 'accounts');
const toChosen = toChild(chosenAccounts, 'chosen');
const toMaterials = toChild(publishMaterials, 'materials');
const toPosts = toChild(publishPosts, 'posts');
const toPlan = toChild(publishPlanMachine, 'plan');
const toProgress = toChild(batchProgressMachine, 'progress');
const toSharing = toChild(pixelSharing, 'sharing');
const toRedo = toChild(publishRedo, 'redo');

/** Saves the choice as a draft on the server. */
const saveDraftAction = { type: 'saveDraft', params: ({ context }: { context: WizardContext }) => context } as const;

/**
 * A publish in steps: scheme and ad accounts, content and creatives, identity, preview, order. Users can always return to earlier steps.
 * The choice is saved on the server and found again; each plan is ordered once.
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
    hasPreselection: ({ context }) => Object.keys(readPreselection(context.search)).length > 0,
    hasRedo: ({ context }) => readRedoBatch(context.search) !== undefined,
    needsScheme: ({ context }) => context.values.scheme_id !== undefined && context.answer?.scheme === undefined,
    hasNoScheme: ({ context }) => context.values.scheme_id === undefined,
    isOtherScheme: ({ context }, { changes }: { changes: Partial<PublishValues> }) => isOtherScheme(context.values, changes),
    canContinueTo: ({ context }, { step }: { step: Step }) => isStepOpen(context, step),
    canGoTo: ({ context }, { asked, step }: { asked: Step; step: Step }) => asked === step && isStepOpen(context, step),
    canRestore: ({ context }, { step }: { step: Step }) => context.step === step && firstWrongBefore(step, faultsOf(context)) === undefined,
    isValid: ({ context }) => Object.keys(faultsOf(context)).length === 0,
    isChosenScheme: ({ context: { values } }, { scheme }: { scheme: KnownTemplate }) =>
      scheme.id === values.scheme_id && (values.scheme_version ?? scheme.shown_version) === scheme.shown_version,
    hasErrors: (_, { isClean }: { isClean: boolean }) => !isClean,
    isAboutCreatives: ({ context }, { changes }: { changes: Partial<PublishValues> }) =>
      'content_id' in changes || ('ad_account_ids' in changes && context.values.content_id !== undefined),
    isAboutPixel: (_, { changes }: { changes: Partial<PublishValues> }) => 'pixel_id' in changes,
  },
  actions: {
    begin: assign(() => blankWizard),
    change: assign(({ context }, { changes }: { changes: Partial<PublishValues> }) => applyChanges(context, changes)),
    applyPreselection: assign(({ context }) => applyPreselection(context)),
    useDraft: assign((_, { draft }: Parameters<typeof applyDraft>[0]) => applyDraft({ draft })),
    keepStep: assign((_, { step }: { step: Step }) => ({ step })),
    checkField: assign(({ context }, { field }: { field: keyof PublishValues }) => checkField(context, field)),
    showFaultsBefore: assign(({ context }, { step }: { step: Step }) => showFaultsBefore(context, step)),
    clearFaults: assign({ faults: {} }),
    showFaults: assign(({ context }) => ({ faults: faultsOf(context) })),
    keepFaults: assign(({ context }, { faults }: Pick<WizardContext, 'faults'>) => ({ faults, refusals: context.refusals + 1 })),
    keepBlamed: assign((_, { faults }: Pick<WizardContext, 'faults'>) => ({ blamed: faults })),
    keepScheme: assign(({ context }, { scheme }: { scheme: KnownTemplate }) => applyScheme(context, scheme)),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    keepIsPlanned: assign((_, { isPlanned }: { isPlanned: boolean }) => ({ isPlanned })),
    keepOrdered: assign((_, { ordered }: { ordered: PlacedOrder }) => ({ ...blankWizard, ordered })),
    openDraft: toDraft(() => ({ type: 'draft.formOpened', subjectId: undefined, version: undefined })),
    saveDraft: toDraft(({ values, step }: Pick<WizardContext, 'values' | 'step'>) => ({
      type: 'draft.changed',
      version: undefined,
      content: { values: { ...values, step }, origin: {}, withheld: false },
    })),
    discardDraft: toDraft(() => ({ type: 'draft.discarded' })),
    completeDraft: toDraft(() => ({ type: 'draft.formSaved' })),
    requestPlan: toPlan(({ values }: Pick<WizardContext, 'values'>) => ({ type: 'plan.requested', values })),
    changePlan: toPlan(({ values }: Pick<WizardContext, 'values'>) => ({ type: 'plan.changed', values })),
    seePlan: toPlan(() => ({ type: 'plan.seen' })),
    checkPlan: toPlan(() => ({ type: 'plan.orderSeen' })),
    discardPlan: toPlan(() => ({ type: 'plan.discarded' })),
    renewPlan: toPlan(() => ({ type: 'plan.refreshRequested' })),
    filterAccounts: toAccounts(({ answer }: Pick<WizardContext, 'answer'>) => ({
      type: 'list.filtersChanged',
      changes: { channel: answer?.scheme?.channel },
    })),
    openChosen: toChosen(({ answer, values }: Pick<WizardContext, 'answer' | 'values'>) => ({
      type: 'detail.opened',
      subject: { ids: values.ad_account_ids, pixel_id: values.pixel_id, site_id: answer?.scheme?.body.identity.site_id ?? undefined },
    })),
    seeChosen: toChosen(() => ({ type: 'detail.seen' })),
    renewChosen: toChosen(() => ({ type: 'detail.refreshRequested' })),
    filterMaterials: toMaterials(({ values: { biz, content_id, ad_account_ids }, isOfOther }: CreativeSearch) => ({
      type: 'list.filtersChanged',
      changes: {
        status: 'ready',
        product_id: biz === 'ec' ? content_id : undefined,
        drama_id: biz === 'ec' ? undefined : content_id,
        to_publish_in: ad_account_ids.length > 0 ? ad_account_ids : undefined,
        ...(isOfOther && { keyword: undefined, kind: undefined, ratio: undefined, tag: undefined, used: undefined }),
      },
    })),
    filterPosts: toPosts(({ values: { biz, content_id }, isOfOther }: CreativeSearch) => ({
      type: 'list.filtersChanged',
      changes: {
        usable: true,
        product_id: biz === 'ec' ? content_id : undefined,
        drama_id: biz === 'ec' ? undefined : content_id,
        ...(isOfOther && { keyword: undefined, homepage_id: undefined }),
      },
    })),
    renewAccounts: toAccounts(() => ({ type: 'list.refreshRequested' })),
    seeProgress: toProgress(() => ({ type: 'progress.seen' })),
    reopenBatch: toProgress(({ saved }: { saved: { batch_id: number } }) => ({ type: 'progress.retried', batchIds: [saved.batch_id] })),
    leaveProgress: toProgress(() => ({ type: 'progress.left' })),
    seeSharing: toSharing(() => ({ type: 'batch.seen' })),
    leaveSharing: toSharing(() => ({ type: 'batch.left' })),
    announcePreselection: raise({ type: 'wizard.preselectionApplied' }),
    follow: toProgress(({ batchId }: { batchId: number }) => ({ type: 'progress.followed', batchIds: [batchId], show: true })),
    // Requested only if the address names a batch.
    redo: toRedo(({ search }: PageInput) => ({ type: 'redo.requested', subject: { batchId: readRedoBatch(search) ?? 0 } })),
    forgetRedo: assign(({ context: { search } }) => ({ search: withoutRedo(search) })),
    keepOrder: assign(({ context }, { order }: { order: PublishOrder }) => applyOrder(context, order)),
    keepSearch: assign((_, { search }: PageInput) => ({ search })),
    tellMoved,
    tellBatchStarted: tell<WizardContext, { batchId: number }>((_, { batchId }) => ({ type: 'page.batchStarted', batchId })),
  },
}).createMachine({
  id: 'publishWizard',
  description: 'A publish in steps, saved on the server as a draft.',
  context: ({ input }) => ({ ...blankWizard, search: input.search }),
  invoke: [
    { id: 'draft', src: 'draft', input: { form: 'publishWizard' } },
    { id: 'schemes', src: 'schemes' },
    { id: 'accounts', src: 'accounts', input: { search: '' } },
    { id: 'groups', src: 'groups' },
    { id: 'chosen', src: 'chosen' },
    { id: 'dramas', src: 'dramas' },
    { id: 'products', src: 'products' },
    { id: 'materials', src: 'materials', input: { search: '?status=ready' } },
    { id: 'posts', src: 'posts', input: { search: '?usable=true' } },
    { id: 'glance', src: 'glance' },
    { id: 'preview', src: 'preview' },
    { id: 'tags', src: 'tags' },
    { id: 'landings', src: 'landings' },
    { id: 'homepages', src: 'homepages' },
    { id: 'pixels', src: 'pixels' },
    { id: 'plan', src: 'plan' },
    { id: 'sharing', src: 'sharing' },
    { id: 'progress', src: 'progress' },
    { id: 'redo', src: 'redo' },
    { id: 'remedy', src: 'remedy' },
  ],
  type: 'parallel',
  on: {
    'page.seen': { actions: ['seePlan', 'seeChosen', 'seeProgress', 'seeSharing'] },
    'page.left': { actions: ['leaveProgress', 'leaveSharing'] },
    'page.refreshRequested': { actions: ['renewAccounts', 'renewPlan'] },
    'pixelSharing.started': { actions: { type: 'tellBatchStarted', params: ({ event }) => event } },
    'pixelSharing.finished': { actions: ['renewChosen', 'renewPlan'] },
    'failureRemedy.saved': { actions: { type: 'reopenBatch', params: ({ event }) => event } },
    'progress.resumed': { actions: { type: 'tellBatchStarted', params: ({ event }) => event } },
  },
  states: {
    address: addressRegion,
    scheme: schemeRegion,
    steps: {
      description: 'The current step.',
      initial: 'opening',
      on: {
        'draft.restored': { target: '.restoring', actions: { type: 'useDraft', params: ({ event }) => event } },
        'wizard.discarded': { target: '.accounts', actions: ['begin', 'discardPlan', 'discardDraft', 'openDraft'] },
        'plan.ordered': {
          target: '.ordered',
          actions: [
            { type: 'keepOrdered', params: ({ event }) => event },
            { type: 'follow', params: ({ event }) => event.ordered },
            { type: 'tellBatchStarted', params: ({ event }) => event.ordered },
            'completeDraft',
          ],
        },
        'wizard.preselectionApplied': { target: '.accounts', actions: saveDraftAction },
        'plan.refused': { actions: { type: 'keepFaults', params: ({ event }) => event } },
        'plan.blamed': { actions: { type: 'keepBlamed', params: ({ event }) => event } },
        ...stepTransitions,
      },
      states: {
        opening: {
          description: 'Loads an unfinished draft; the parts exist only once this state is entered.',
          always: { target: 'accounts', actions: 'openDraft' },
        },
        restoring: {
          description: 'A draft was restored; decides which step to continue with.',
          always: [
            restoredStepTransition('content', 'content'),
            restoredStepTransition('identity', 'identity'),
            restoredStepTransition('preview', 'preview'),
            // A restored order returns to the preview, so that nothing is ordered without being checked again.
            restoredStepTransition('order', 'preview'),
            { target: 'accounts' },
          ],
        },
        accounts: {
          description: 'The scheme and the ad accounts.',
          entry: { type: 'keepStep', params: { step: 'accounts' } },
          on: { ...choiceTransitions, ...nextStepTransition('content', 'content') },
        },
        content: {
          description: 'The content with its creatives and texts.',
          entry: [{ type: 'keepStep', params: { step: 'content' } }, saveDraftAction],
          on: { ...choiceTransitions, ...nextStepTransition('identity', 'identity') },
        },
        identity: {
          description: 'Landing pages, homepages and pixel.',
          entry: [
            { type: 'keepStep', params: { step: 'identity' } },
            saveDraftAction,
            { type: 'openChosen', params: ({ context }) => context },
          ],
          on: { ...choiceTransitions, ...nextStepTransition('preview', 'preview') },
        },
        preview: {
          description: 'The objects to create; names, budget, times and status can still be changed.',
          entry: [
            { type: 'keepStep', params: { step: 'preview' } },
            { type: 'keepIsPlanned', params: { isPlanned: false } },
            saveDraftAction,
          ],
          initial: 'requesting',
          on: {
            'plan.made': { actions: ['clearFaults', { type: 'keepIsPlanned', params: ({ event }) => ({ isPlanned: event.isClean }) }] },
            'wizard.fieldLeft': { actions: { type: 'checkField', params: ({ event }) => event } },
            'wizard.fieldChanged': {
              target: '.changing',
              actions: [
                { type: 'change', params: ({ event }) => event },
                { type: 'keepIsPlanned', params: { isPlanned: false } },
                saveDraftAction,
              ],
            },
            ...nextStepTransition('order', 'order'),
          },
          states: {
            requesting: {
              description: 'Requests a plan of the choice.',
              always: { target: 'showing', actions: { type: 'requestPlan', params: ({ context }) => context } },
            },
            changing: {
              description: 'A value was changed: a new plan is requested if all values are valid.',
              always: [
                { guard: 'isValid', target: 'showing', actions: { type: 'changePlan', params: ({ context }) => context } },
                { target: 'showing', actions: 'showFaults' },
              ],
            },
            showing: { description: 'The plan is loading or shown.' },
          },
        },
        order: {
          description: 'The summary; the order is placed here.',
          entry: [{ type: 'keepStep', params: { step: 'order' } }, saveDraftAction, 'checkPlan'],
          on: {
            'plan.made': [
              { guard: { type: 'hasErrors', params: ({ event }) => event }, target: 'preview.showing' },
              { actions: 'checkPlan' },
            ],
            // The new plan must be checked first.
            'plan.outdated': 'preview.showing',
          },
        },
        ordered: {
          description: 'The order was placed. The next publish starts on request.',
          on: { 'wizard.nextPublishRequested': { target: 'accounts', actions: ['begin', 'openDraft'] } },
        },
      },
    },
  },
});

export type PublishWizard = ActorRefFrom<typeof publishWizardMachine>;
