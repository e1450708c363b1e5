import { describe, expect, it } from 'vitest';
import { observe, settled } from '#tests/support/stage.ts';
import {
  addContent,
  changeOverride,
  checkPublish,
  contentsOf,
  countsOf,
  openContent,
  overridesOf,
  type PublishValues,
  readPreselection,
  removeContent,
  type Step,
  withoutPreselection,
} from './publish-values.ts';
import { publishWizardMachine } from './publish-wizard.machine.ts';
import { samplePublish, sampleScheme } from './publish-wizard.walks.ts';

const begin = (search = '?tab=publish') => {
  const begun = observe(publishWizardMachine, { search });
  const { actor } = begun;
  return {
    ...begun,
    context: () => actor.getSnapshot().context,
    step: () => actor.getSnapshot().context.step,
    /** An answer of the server. */
    know: (scheme = sampleScheme) => actor.send({ type: 'xstate.done.actor.loadScheme', output: scheme } as never),
  };
};

/** A wizard at the preview with everything chosen. */
const chosen = (changes: Partial<PublishValues> = {}) => {
  const begun = begin();
  begun.actor.send({ type: 'wizard.fieldChanged', changes: { ...samplePublish, ...changes } });
  begun.know();
  return begun;
};

const ahead = ({ actor }: { actor: ReturnType<typeof begin>['actor'] }, times: number) => {
  for (let time = 0; time < times; time++) actor.send({ type: 'wizard.nextRequested' });
};

const draft = (step: Step, values: PublishValues = samplePublish) => ({
  type: 'draft.restored' as const,
  draft: { content: { values: { ...values, step }, origin: {}, withheld: false }, version: null, savedAt: '2026-11-22T08:00:00Z' },
});

describe('several dramas', () => {
  const other = { content_id: 1, material_ids: [5, 6], post_ids: [], landing_page_ids: [] };
  const withOther = { ...samplePublish, ...addContent(samplePublish), ...other };
  const order = (values: PublishValues) => contentsOf(values).map(({ content_id }) => content_id);

  it('keep their order and choices, whichever is edited', () => {
    expect(order(withOther)).toEqual([2, 1]);
    const first = { ...withOther, ...openContent(withOther, 0) };
    expect([order(first), first.material_ids]).toEqual([[2, 1], [9]]);
    expect({ ...first, ...openContent(first, 1) }).toEqual(withOther);
    expect(order({ ...withOther, ...removeContent(withOther) })).toEqual([2]);
    expect(order({ ...first, ...removeContent(first) })).toEqual([1]);
  });

  it('are counted together, and each needs creatives that fit', () => {
    expect(countsOf(withOther, sampleScheme)?.campaigns).toBe(2);
    expect(checkPublish(withOther, sampleScheme).further).toBeUndefined();
    const without = { ...withOther, further: [{ ...other, content_id: 2, material_ids: [] }] };
    expect(checkPublish(without, sampleScheme).further).toMatchObject({ rule: 'furtherCreatives' });
    const twice = { ...withOther, further: [{ ...other, material_ids: [5] }] };
    expect(checkPublish(twice, sampleScheme).content_id).toEqual({ rule: 'uniqueItems' });
  });

  it('keep names and omissions by place while another one is edited', () => {
    const { actor, context } = chosen();
    const change = (changes: Partial<PublishValues>) => actor.send({ type: 'wizard.fieldChanged', changes });
    change({ ...addContent(context().values), ...other });
    change({ left_out: ['a12.d2.c1.g1.a1'] });
    change(openContent(context().values, 0));
    expect(context().values).toMatchObject({ content_id: 2, material_ids: [9], left_out: ['a12.d2.c1.g1.a1'] });
    change(removeContent(context().values));
    expect(context().values).toMatchObject({ content_id: 1, material_ids: [5, 6], left_out: [] });
  });
});

describe('what single accounts use', () => {
  it('is kept for chosen accounts, and forgotten once nothing is left of it', () => {
    const overrides = changeOverride(changeOverride({}, 12, { homepage_id: 8 }), 13, { budget_usd: 20 });
    expect(overridesOf({ ad_account_ids: [13], account_overrides: overrides })).toEqual([{ ad_account_id: 13, budget_usd: 20 }]);
    expect(changeOverride(overrides, 12, { homepage_id: undefined })).toEqual({ 13: { budget_usd: 20 } });
  });

  it('is checked only for chosen accounts', () => {
    const values = { ...samplePublish, account_overrides: { 13: { budget_usd: 0 } } };
    expect(checkPublish(values, sampleScheme).account_overrides).toBeUndefined();
    expect(checkPublish({ ...values, ad_account_ids: [13] }, sampleScheme).account_overrides).toBeDefined();
  });
});

describe('the publish wizard', () => {
  it('loads an unfinished draft at once', () => {
    const { heard, step } = begin();
    expect(heard().draft).toEqual([{ type: 'draft.formOpened', subjectId: undefined, version: undefined }]);
    expect(step()).toBe('accounts');
  });

  it('forgets names and omissions by place once other ads have these places', () => {
    const { actor, context } = chosen();
    actor.send({ type: 'wizard.fieldChanged', changes: { renames: { 'a12.c1': 'Mine' }, left_out: ['a12.c1.g1.a1'] } });
    actor.send({ type: 'wizard.fieldChanged', changes: { ad_account_ids: [12, 13], material_ids: [9] } });
    expect(context().values).toMatchObject({ renames: { 'a12.c1': 'Mine' }, left_out: ['a12.c1.g1.a1'] });
    actor.send({ type: 'wizard.fieldChanged', changes: { material_ids: [10, 9] } });
    expect(context().values).toMatchObject({ renames: {}, left_out: [] });
  });

  it('stays on a step with missing fields, and marks them', () => {
    const { actor, step, context } = begin();
    actor.send({ type: 'wizard.nextRequested' });
    expect([step(), Object.keys(context().faults).toSorted(), context().refusals]).toEqual([
      'accounts',
      ['ad_account_ids', 'scheme_id'],
      1,
    ]);
  });

  it('continues only once the scheme is known', () => {
    const { actor, step, know } = begin();
    actor.send({ type: 'wizard.fieldChanged', changes: { scheme_id: 3, ad_account_ids: [12] } });
    actor.send({ type: 'wizard.nextRequested' });
    expect(step()).toBe('accounts');
    know();
    actor.send({ type: 'wizard.nextRequested' });
    expect(step()).toBe('content');
  });

  it('pins the version of the scheme, and fills in its values once', () => {
    const { actor, context, know } = begin();
    actor.send({ type: 'wizard.fieldChanged', changes: { scheme_id: 3 } });
    know();
    expect(context().values).toMatchObject({ scheme_version: 3, biz: 'dj', source: 'material', homepage_ids: [8] });
    actor.send({ type: 'wizard.fieldChanged', changes: { homepage_ids: [9] } });
    actor.send({ type: 'wizard.fieldChanged', changes: { scheme_version: 2 } });
    know({ ...sampleScheme, shown_version: 2 });
    expect(context().values).toMatchObject({ scheme_version: 2, homepage_ids: [8] });
  });

  it('ignores the answer about a previously chosen scheme', () => {
    const { actor, context, know } = begin();
    actor.send({ type: 'wizard.fieldChanged', changes: { scheme_id: 3 } });
    actor.send({ type: 'wizard.fieldChanged', changes: { scheme_id: 4 } });
    know();
    expect(context().answer?.scheme).toBeUndefined();
    know({ ...sampleScheme, id: 4 });
    expect(context().answer?.scheme?.id).toBe(4);
  });

  it('clears the materials when the content changes', () => {
    const { actor, context, heard } = chosen();
    actor.send({ type: 'wizard.fieldChanged', changes: { content_id: 5 } });
    expect(context().values.material_ids).toEqual([]);
    const changes = {
      status: 'ready',
      drama_id: 5,
      to_publish_in: [12],
      keyword: undefined,
      kind: undefined,
      ratio: undefined,
      tag: undefined,
      used: undefined,
    };
    expect(heard().materials?.at(-1)).toEqual({ type: 'list.filtersChanged', changes });
  });

  it('keeps preselected materials until the content is chosen, and clears them when it changes', () => {
    const { actor, context, know } = begin('?tab=publish&material_biz=dj&material_ids=7,8');
    actor.send({ type: 'wizard.fieldChanged', changes: { scheme_id: 3 } });
    know();
    actor.send({ type: 'wizard.fieldChanged', changes: { content_id: 2 } });
    expect(context().values.material_ids).toEqual([7, 8]);
    actor.send({ type: 'wizard.fieldChanged', changes: { content_id: 5 } });
    expect(context().values.material_ids).toEqual([]);
  });

  it('gives up preselected materials for a scheme of the other business line', () => {
    const { actor, context, know } = begin('?tab=publish&material_biz=ec&content_id=2&material_ids=7,8');
    actor.send({ type: 'wizard.fieldChanged', changes: { scheme_id: 3 } });
    know();
    expect(context().values).toMatchObject({ biz: 'dj', content_id: undefined, material_ids: [] });
  });

  it('gives up a scheme that cannot publish the preselected materials', () => {
    const { actor, context } = chosen();
    actor.send({ type: 'page.located', search: '?tab=publish&material_biz=ec&material_ids=7' });
    expect(context().values).toMatchObject({ biz: 'ec', scheme_id: undefined, content_id: undefined, material_ids: [7] });
    expect(context().answer).toBeUndefined();
  });

  it('keeps preselected posts until the content is chosen, and clears them when it changes', () => {
    const { actor, context } = begin();
    actor.send({ type: 'wizard.fieldChanged', changes: { post_ids: [7] } });
    actor.send({ type: 'wizard.fieldChanged', changes: { content_id: 2 } });
    expect(context().values.post_ids).toEqual([7]);
    actor.send({ type: 'wizard.fieldChanged', changes: { content_id: 5 } });
    expect(context().values.post_ids).toEqual([]);
  });

  it('keeps the search texts for accounts and materials while the scheme loads', () => {
    const { actor, heard, know } = begin();
    actor.send({ type: 'wizard.fieldChanged', changes: { scheme_id: 3 } });
    know();
    const looked = [...(heard().accounts ?? []), ...(heard().materials ?? [])].filter(({ type }) => type.startsWith('list.'));
    expect(looked.map(({ type }) => type)).not.toContain('list.filtersChosen');
    const byScheme = heard().accounts?.find(({ type }) => type === 'list.filtersChanged');
    expect(byScheme).toEqual({ type: 'list.filtersChanged', changes: { channel: sampleScheme.channel } });
    expect(heard().materials?.find(({ type }) => type === 'list.filtersChanged')).not.toHaveProperty('changes.keyword');
  });

  it('reloads the materials for other ad accounts once the content is known', () => {
    const { actor, heard } = chosen();
    const asked = heard().materials?.length ?? 0;
    actor.send({ type: 'wizard.fieldChanged', changes: { ad_account_ids: [12, 13] } });
    expect(heard().materials?.slice(asked)).toMatchObject([{ changes: { drama_id: 2, to_publish_in: [12, 13] } }]);
    expect(heard().materials?.at(-1)).not.toHaveProperty('changes.keyword');
    actor.send({ type: 'wizard.fieldChanged', changes: { content_id: undefined } });
    actor.send({ type: 'wizard.fieldChanged', changes: { ad_account_ids: [12] } });
    expect(heard().materials).toHaveLength(asked + 2);
  });

  it('saves every choice as a draft, with its step', () => {
    const begun = chosen();
    ahead(begun, 1);
    expect(begun.heard().draft?.at(-1)).toMatchObject({
      type: 'draft.changed',
      content: { values: { scheme_id: 3, material_ids: [9], step: 'content' } },
    });
  });

  it('requests the plan at the preview, and continues only once it has no errors', () => {
    const begun = chosen();
    ahead(begun, 3);
    expect(begun.heard().plan?.at(-1)).toMatchObject({ type: 'plan.requested', values: { scheme_id: 3, source: 'material' } });
    begun.actor.send({ type: 'plan.made', isClean: false });
    ahead(begun, 1);
    expect(begun.step()).toBe('preview');
    begun.actor.send({ type: 'plan.made', isClean: true });
    ahead(begun, 1);
    expect(begun.step()).toBe('order');
  });

  it('keeps the objections of a platform until their fields are changed', () => {
    const begun = chosen();
    ahead(begun, 3);
    begun.actor.send({ type: 'plan.made', isClean: true });
    ahead(begun, 1);
    const faults = { budget_usd: { message: 'too low' }, pixel_id: { message: 'not shared' } };
    begun.actor.send({ type: 'plan.blamed', faults });
    begun.actor.send({ type: 'wizard.stepChosen', step: 'preview' });
    begun.actor.send({ type: 'plan.made', isClean: true });
    expect(begun.context().blamed).toEqual(faults);
    begun.actor.send({ type: 'wizard.fieldChanged', changes: { budget_usd: 90 } });
    expect(begun.context().blamed).toEqual({ pixel_id: { message: 'not shared' } });
  });

  it('can return to any step, and go ahead as far as nothing is wrong', () => {
    const begun = chosen();
    ahead(begun, 3);
    const { actor, step, context } = begun;
    actor.send({ type: 'wizard.stepChosen', step: 'accounts' });
    expect(step()).toBe('accounts');
    actor.send({ type: 'wizard.stepChosen', step: 'identity' });
    expect(step()).toBe('identity');
    actor.send({ type: 'wizard.stepChosen', step: 'content' });
    actor.send({ type: 'wizard.fieldChanged', changes: { material_ids: [] } });
    actor.send({ type: 'wizard.stepChosen', step: 'preview' });
    expect([step(), Object.keys(context().faults)]).toEqual(['content', ['material_ids']]);
  });

  it('makes the plan again after valid changes, and not after invalid ones', () => {
    const begun = chosen();
    ahead(begun, 3);
    const { actor, heard, context } = begun;
    actor.send({ type: 'wizard.fieldChanged', changes: { renames: { 'a12.c1': 'Mine' } } });
    expect(heard().plan?.at(-1)).toMatchObject({ type: 'plan.changed', values: { renames: { 'a12.c1': 'Mine' } } });
    actor.send({ type: 'wizard.fieldChanged', changes: { budget_usd: 0.1 } });
    expect([heard().plan?.length, Object.keys(context().faults)]).toEqual([2, ['budget_usd']]);
  });

  it('shows the faults found by the server, and clears them once a plan is made', () => {
    const begun = chosen();
    ahead(begun, 3);
    begun.actor.send({ type: 'plan.refused', faults: { landing_page_ids: { message: 'none online' } } });
    expect(begun.context().faults).toEqual({ landing_page_ids: { message: 'none online' } });
    begun.actor.send({ type: 'plan.made', isClean: true });
    expect(begun.context().faults).toEqual({});
  });

  it.each(['plan.outdated', 'plan.made'] as const)('returns to the preview after %s', (type) => {
    const begun = chosen();
    ahead(begun, 3);
    begun.actor.send({ type: 'plan.made', isClean: true });
    ahead(begun, 1);
    begun.actor.send(type === 'plan.made' ? { type, isClean: false } : { type });
    expect([begun.step(), begun.context().isPlanned]).toEqual(['preview', false]);
  });

  it('follows the order, tells the shell, and deletes the draft', () => {
    const begun = chosen();
    ahead(begun, 3);
    begun.actor.send({ type: 'plan.ordered', ordered: { batchId: 7, ads: 1, accounts: 1 } });
    expect(begun.heard().progress).toEqual([{ type: 'progress.followed', batchIds: [7], show: true }]);
    expect(begun.facts.at(-1)).toEqual({ type: 'page.batchStarted', batchId: 7 });
    expect(begun.heard().draft?.at(-1)).toEqual({ type: 'draft.formSaved' });
    expect(begun.context().values.scheme_id).toBeUndefined();
    begun.actor.send({ type: 'wizard.nextPublishRequested' });
    expect([begun.step(), begun.context().ordered]).toEqual(['accounts', undefined]);
  });

  it('starts from scratch when everything is discarded', () => {
    const begun = chosen();
    ahead(begun, 2);
    begun.actor.send({ type: 'wizard.discarded' });
    expect([begun.step(), begun.context().values.ad_account_ids]).toEqual(['accounts', []]);
    expect(
      begun
        .heard()
        .draft?.slice(-2)
        .map(({ type }) => type),
    ).toEqual(['draft.discarded', 'draft.formOpened']);
  });
});

describe('a restored draft', () => {
  it.each<[Step, Step]>([
    ['accounts', 'accounts'],
    ['content', 'content'],
    ['identity', 'identity'],
    ['preview', 'preview'],
    ['order', 'preview'],
  ])('on %s goes on at %s', (left, returned) => {
    const { actor, step, context } = begin();
    actor.send(draft(left));
    expect([step(), context().values.material_ids]).toEqual([returned, [9]]);
  });

  it('leaves out a number of an account that could not be read when it was stored', () => {
    const { actor, context } = begin();
    const left = draft('identity', { ...samplePublish, account_overrides: { 21: { pixel_id: 5, budget_usd: Number.NaN } } });
    actor.send(JSON.parse(JSON.stringify(left)));
    expect(context().values.account_overrides).toEqual({ 21: { pixel_id: 5 } });
  });

  it('continues at the first step with missing fields', () => {
    const { actor, step } = begin();
    actor.send(draft('preview', { ...samplePublish, ad_account_ids: [] }));
    expect(step()).toBe('accounts');
  });

  it('loads its scheme, and keeps changed values', () => {
    const { actor, context, know } = begin();
    actor.send(
      draft('identity', { ...samplePublish, scheme_version: 3, biz: 'dj', source: 'material', filledFrom: '3@3', homepage_ids: [44] }),
    );
    expect(actor.getSnapshot().matches({ scheme: 'loading' })).toBe(true);
    know();
    expect(context().values.homepage_ids).toEqual([44]);
  });
});

describe('a preselection by another page', () => {
  it('is applied once, and removed from the address', async () => {
    const { context, facts, actor } = begin('?tab=publish&scheme_id=3&post_ids=1,2,2,x');
    await settled();
    expect(context().values).toMatchObject({ scheme_id: 3, post_ids: [1, 2] });
    expect(facts).toEqual([{ type: 'page.moved', search: '?tab=publish', how: 'replace' }]);
    actor.send({ type: 'page.located', search: '?tab=publish' });
    expect(facts).toHaveLength(1);
  });

  it('replaces the scheme of a started publish, and returns to the first step', () => {
    const begun = chosen();
    ahead(begun, 2);
    begun.actor.send({ type: 'page.located', search: '?tab=publish&scheme_id=4' });
    expect([begun.step(), begun.context().values.scheme_id, begun.context().values.ad_account_ids]).toEqual(['accounts', 4, [12]]);
  });

  it.each<[string, Partial<PublishValues>]>([
    ['?scheme_id=3', { scheme_id: 3 }],
    ['?material_ids=4&ad_account_ids=12', { material_ids: [4], ad_account_ids: [12] }],
    ['?material_biz=ec&content_id=7&material_ids=4,5', { biz: 'ec', content_id: 7, material_ids: [4, 5] }],
    ['?material_biz=ec&content_id=7', {}],
    ['?scheme_id=x&post_ids=', {}],
  ])('%s', (search, wished) => {
    expect(readPreselection(search)).toEqual(wished);
  });

  it('may be an earlier publish, which is loaded and then applied', async () => {
    const { context, facts, heard, actor } = begin('?tab=publish&again=17');
    await settled();
    expect(heard().redo).toEqual([{ type: 'redo.requested', subject: { batchId: 17 } }]);
    expect([context().search, context().values.scheme_id]).toEqual(['?tab=publish', undefined]);
    actor.send({ type: 'publishRedo.orderLoaded', order: { scheme_id: 3, ad_account_ids: [12, 13] } });
    expect(context()).toMatchObject({ search: '?tab=publish', values: { scheme_id: 3, ad_account_ids: [12, 13] } });
    expect(facts).toEqual([
      { type: 'page.moved', search: '?tab=publish', how: 'replace' },
      { type: 'page.moved', search: '?tab=publish', how: 'replace' },
    ]);
  });

  it('is removed without other parts of the address', () => {
    expect(withoutPreselection('?tab=publish&scheme_id=3&post_ids=1')).toBe('?tab=publish');
  });
});

describe('the rules of a publish', () => {
  const values: PublishValues = { ...samplePublish, biz: 'dj', source: 'material' };

  it('accept a valid one', () => {
    expect(checkPublish(values, sampleScheme)).toEqual({});
  });

  it.each<[Partial<PublishValues>, keyof PublishValues]>([
    [{ scheme_id: undefined }, 'scheme_id'],
    [{ ad_account_ids: Array.from({ length: 51 }, (_, at) => at + 1) }, 'ad_account_ids'],
    [{ content_id: undefined }, 'content_id'],
    [{ material_ids: [] }, 'material_ids'],
    [{ material_ids: [1, 2, 3, 4, 5, 6] }, 'material_ids'],
    [{ primary_texts: [' '] }, 'primary_texts'],
    [{ headlines: ['x'.repeat(256)] }, 'headlines'],
    [{ homepage_ids: [] }, 'homepage_ids'],
    [{ budget_usd: 0.5 }, 'budget_usd'],
    [{ start: 'at' }, 'start_at'],
    [{ end: 'at', end_at: 'soon' }, 'end_at'],
  ])('refuse %o', (changes, field) => {
    expect(Object.keys(checkPublish({ ...values, ...changes }, sampleScheme))).toEqual([field]);
  });

  it('refuse a scheme that is not enabled, and too many ads for one order', () => {
    expect(checkPublish(values, { ...sampleScheme, status: 'disabled' }).scheme_id).toEqual({ rule: 'schemeNotEnabled' });
    const wide = { ...sampleScheme.body, structure: { ...sampleScheme.body.structure, split_by: 'all' as const, groups_per_campaign: 50 } };
    const many = { ...values, ad_account_ids: Array.from({ length: 11 }, (_, at) => at + 1) };
    expect(checkPublish(many, { ...sampleScheme, body: wide }).material_ids).toEqual({
      rule: 'adsMost',
      params: { count: 550, limit: 500 },
    });
  });

  it('count the objects to create', () => {
    expect(countsOf(values, undefined)).toBeUndefined();
    expect(countsOf({ ...values, ad_account_ids: [1, 2], material_ids: [1, 2, 3] }, sampleScheme)).toMatchObject({
      campaigns: 2,
      groups: 2,
      ads: 6,
      slots: 5,
    });
  });

  it('refuse an unfinished scheme, whose objects cannot be counted', () => {
    const body = { ...sampleScheme.body, structure: { ...sampleScheme.body.structure, ads_per_group: null } };
    const draft = { ...sampleScheme, status: 'draft' as const, body };
    expect(checkPublish(values, draft)).toEqual({ scheme_id: { rule: 'schemeNotEnabled' } });
    expect(countsOf(values, draft)).toBeUndefined();
  });

  it('need landing pages if the scheme fixes them, and posts if it uses posts', () => {
    const { body } = sampleScheme;
    const fixed = { ...sampleScheme, body: { ...body, identity: { ...body.identity, landing_mode: 'fixed' as const } } };
    expect(Object.keys(checkPublish(values, fixed))).toEqual(['landing_page_ids']);
    const posts = { ...sampleScheme, body: { ...body, creative: { ...body.creative, source: 'post' as const } } };
    expect(Object.keys(checkPublish({ ...values, homepage_ids: [] }, posts))).toEqual(['post_ids']);
  });
});
