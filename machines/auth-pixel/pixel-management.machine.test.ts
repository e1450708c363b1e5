import { describe, expect, it } from 'vitest';
import { asking, observe, stage } from '#tests/support/stage.ts';
import { capiForm, pixelManagementMachine } from './pixel-management.machine.ts';
import { testAnswer } from './pixel-parts.machine.ts';
import {
  blankSharing,
  blankTestEvent,
  type CapiSubject,
  type CapiValues,
  checkCapi,
  checkSharing,
  checkTestEvent,
  type PixelRow,
  type TestResult,
} from './pixel-rules.ts';

const row = { id: 4, version: 2, name: 'drama-px', capi_enabled: true } as PixelRow;
const begin = (search = '') => observe(pixelManagementMachine, { search });
const subject: CapiSubject = { id: 4, name: 'drama-px', version: 2, capi_token_set: false };
const TOKEN = 'EAAB'.repeat(10);

describe('pixel management', () => {
  it.each([
    { type: 'capiForm.saved', saved: row },
    { type: 'pixelSitesForm.saved', saved: row },
    { type: 'capiSwitch.done', subject: { row, enabled: true }, result: row },
  ] as const)('replaces a row after $type', (event) => {
    const { actor, heard } = begin();
    actor.send(event);
    expect(heard()).toEqual({ list: [{ type: 'list.rowReplaced', row }] });
  });

  it('follows the batches of sharing and importing, and tells the shell', () => {
    const { actor, heard, facts } = begin();
    actor.send({ type: 'sharingForm.saved', saved: { batchIds: [7, 8] } });
    actor.send({ type: 'pixelDiscovery.started', batchId: 9, siblings: [] });
    expect(heard().batch).toEqual([
      { type: 'batch.followed', batchId: 7, siblings: [8] },
      { type: 'batch.followed', batchId: 9, siblings: [] },
    ]);
    actor.send({ type: 'sharingForm.saved', saved: { batchIds: [10], isSmallSuccess: true } });
    expect(heard().batch?.at(-1)).toEqual({ type: 'batch.followed', batchId: 10, siblings: [], isSmallSuccess: true });
    expect(facts).toEqual([
      { type: 'page.batchStarted', batchId: 7 },
      { type: 'page.batchStarted', batchId: 9 },
      { type: 'page.batchStarted', batchId: 10 },
    ]);
  });

  it('keeps failed rows chosen if the batch was on the screen', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'pixelBatch.finished', batchId: 7, watched: true, okIds: [4], failedIds: [5] });
    expect(heard()).toEqual({ list: [{ type: 'list.rowsChosen', ids: [5] }, { type: 'list.refreshDue' }] });
    actor.send({ type: 'pixelBatch.finished', batchId: 7, watched: false, okIds: [4], failedIds: [6] });
    expect(heard().list?.at(-1)).toEqual({ type: 'list.refreshDue' });
    expect(heard().list).not.toContainEqual({ type: 'list.rowsChosen', ids: [6] });
  });

  it('drops a filter on an unseen id, and no other', () => {
    const { actor, heard } = begin('?site_id=9&owner_account_id=7');
    actor.send({ type: 'sitePicker.unseen', ids: [8] });
    actor.send({ type: 'adAccountPicker.unseen', ids: [9] });
    expect(heard()).toEqual({});
    actor.send({ type: 'sitePicker.unseen', ids: [9] });
    expect(heard()).toEqual({ list: [{ type: 'list.filtersRefused', names: ['site_id'] }] });
  });

  it('drops the filter on an unseen account that owns or may use the pixels', () => {
    const { actor, heard } = begin('?account_id=9&owner_account_id=7');
    actor.send({ type: 'adAccountPicker.unseen', ids: [9] });
    expect(heard()).toEqual({ list: [{ type: 'list.filtersRefused', names: ['account_id'] }] });
  });

  it("shows the channel's answer to a test event until it is read, and can repeat the event", () => {
    const answer = stage(testAnswer);
    const tested: TestResult = {
      pixel: { id: 4, name: 'drama-px' },
      values: { ...blankTestEvent, url: 'https://a.test' },
      received: 0,
      errors: [{ event_id: 'e1', message: 'bad value' }],
    };
    answer.actor.send({ type: 'test.repeated' });
    expect(answer.facts).toEqual([]);
    answer.actor.send({ type: 'test.answered', tested });
    expect(answer.actor.getSnapshot().context.answer).toEqual(tested);
    answer.actor.send({ type: 'test.repeated' });
    expect(answer.facts).toEqual([{ type: 'testAnswer.repeated', tested }]);
    expect(answer.actor.getSnapshot().context.answer).toBeUndefined();

    const { actor, heard } = begin();
    actor.send({ type: 'testEventForm.saved', saved: tested });
    actor.send({ type: 'testAnswer.repeated', tested });
    expect(heard()).toEqual({
      testAnswer: [{ type: 'test.answered', tested }],
      testForm: [{ type: 'form.opened', draft: { values: tested.values, subject: tested.pixel } }],
    });
  });
});

describe('the server events of a pixel', () => {
  const check = (changes: Partial<CapiValues>, kept = false) =>
    Object.keys(checkCapi({ capi_enabled: false, capi_token: '', test_event_code: '', ...changes }, { ...subject, capi_token_set: kept }));

  it('cannot be enabled without a new or stored token', () => {
    expect(check({ capi_enabled: true })).toEqual(['capi_token']);
    expect(check({ capi_enabled: true }, true)).toEqual([]);
    expect(check({ capi_enabled: true, capi_token: TOKEN })).toEqual([]);
  });

  it('need a token of 20 to 400 characters without blanks', () => {
    expect(check({ capi_token: 'x'.repeat(19) })).toEqual(['capi_token']);
    expect(check({ capi_token: 'x'.repeat(401) })).toEqual(['capi_token']);
    expect(check({ capi_token: `${TOKEN} ${TOKEN}` })).toEqual(['capi_token']);
    expect(check({ capi_token: ` ${TOKEN}\n` })).toEqual([]);
    expect(check({ test_event_code: 'x'.repeat(41) })).toEqual(['test_event_code']);
  });

  it('never store the token: neither the stored form nor a copy of the request contains it', async () => {
    const save = asking<never, { values: CapiValues }>();
    const { actor } = stage(capiForm.provide({ actors: { save: save.logic as never } }));
    actor.send({ type: 'form.opened', draft: { values: { capi_enabled: false, capi_token: '', test_event_code: '' }, subject } });
    actor.send({ type: 'form.fieldChanged', changes: { capi_token: TOKEN, capi_enabled: true } });
    expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain(TOKEN);
    actor.send({ type: 'form.submitted', key: 'k1' });
    const { values } = save.question().input;
    expect(values.capi_token).toBe(TOKEN);
    expect(JSON.stringify([values, { ...values }])).not.toContain(TOKEN);
  });
});

describe('sharing a pixel', () => {
  it('needs one to fifty accounts', () => {
    const accounts = (count: number) => ({ ...blankSharing, ad_account_ids: Array.from({ length: count }, (_, index) => index + 1) });
    expect(Object.keys(checkSharing(accounts(0)))).toEqual(['ad_account_ids']);
    expect(checkSharing(accounts(1))).toEqual({});
    expect(checkSharing(accounts(50))).toEqual({});
    expect(Object.keys(checkSharing(accounts(51)))).toEqual(['ad_account_ids']);
  });
});

describe('a test event', () => {
  it('needs an https page, and a value with no more decimals than its currency has', () => {
    const event = { ...blankTestEvent, url: 'https://drama.test/a' };
    expect(checkTestEvent(event)).toEqual({});
    expect(Object.keys(checkTestEvent({ ...event, url: 'http://drama.test' }))).toEqual(['url']);
    expect(Object.keys(checkTestEvent({ ...event, url: '' }))).toEqual(['url']);
    expect(Object.keys(checkTestEvent({ ...event, value: 1.005 }))).toEqual(['value']);
    expect(checkTestEvent({ ...event, value: 9.99 })).toEqual({});
    expect(Object.keys(checkTestEvent({ ...event, value: 9.5, currency: 'JPY' }))).toEqual(['value']);
  });
});
