import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerSubscription, readChanges, readSignedPerson } from './notices.ts';

const config = { appSecret: 'app-secret-of-the-test', webhookToken: 'webhook-token-of-the-test' };

describe('a signed request', () => {
  function signNotice(notice: object, secret = config.appSecret): string {
    const payload = Buffer.from(JSON.stringify(notice)).toString('base64url');
    return `${createHmac('sha256', secret).update(payload).digest('base64url')}.${payload}`;
  }

  const notice = { algorithm: 'HMAC-SHA256', user_id: '1234567890', issued_at: 1 };

  it('tells the person of a notice that the network signed', () => {
    expect(readSignedPerson(config, signNotice(notice))).toBe('1234567890');
  });

  it.each([
    ['another secret', signNotice(notice, 'another')],
    ['another algorithm', signNotice({ ...notice, algorithm: 'none' })],
    ['no signature', `.${signNotice(notice).split('.')[1]}`],
    ['a changed person', `${signNotice(notice).split('.')[0]}.${signNotice({ ...notice, user_id: '2' }).split('.')[1]}`],
    ['more parts', `${signNotice(notice)}.x`],
    ['nothing', ''],
    ['no person', signNotice({ algorithm: 'HMAC-SHA256' })],
  ])('is not believed with %s', (_what, signed) => {
    expect(readSignedPerson(config, signed)).toBeNull();
  });
});

describe('the question whether changes may be sent', () => {
  const query = { 'hub.mode': 'subscribe', 'hub.verify_token': config.webhookToken, 'hub.challenge': '1158201444' };

  it('is answered with its challenge', () => {
    expect(answerSubscription(config, query)).toBe('1158201444');
  });

  it.each([
    ['another token', config, { ...query, 'hub.verify_token': 'another' }],
    ['no token', config, { 'hub.mode': 'subscribe', 'hub.challenge': '1' }],
    ['a token given twice', config, { ...query, 'hub.verify_token': [config.webhookToken, config.webhookToken] }],
    ['another mode', config, { ...query, 'hub.mode': 'unsubscribe' }],
    ['a challenge that is markup', config, { ...query, 'hub.challenge': '<script>' }],
    ['no token of the server', { ...config, webhookToken: undefined }, { ...query, 'hub.verify_token': '' }],
  ])('is refused with %s', (_what, keys, asked) => {
    expect(answerSubscription(keys, asked)).toBeNull();
  });
});

describe('a notice of changes', () => {
  const sign = (body: string, secret = config.appSecret) => ({
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  });
  const read = (notice: unknown) => {
    const body = JSON.stringify(notice);
    return readChanges(config, Buffer.from(body), sign(body));
  };
  const notice = (changes: unknown, more: object = {}) => ({ object: 'ad_account', entry: [{ id: '42', time: 1, changes }], ...more });

  it('names the objects of each account, whatever else it contains', () => {
    const changes = [
      { field: 'with_issues_ad_objects', value: { id: '120210000000000001', level: 'AD', error_code: 1, error_summary: 'x' } },
      { field: 'in_process_ad_objects', value: { id: '120210000000000002', level: 'CAMPAIGN', status_name: 'Active', novelty: [1] } },
      { field: 'a_field_of_tomorrow', value: { id: '120210000000000003' } },
      { field: 'with_issues_ad_objects', value: { id: 42 } },
      { field: 'with_issues_ad_objects' },
      null,
    ];
    const entries = [{ id: 'act_42', changes }, { id: '43', changes: changes.slice(0, 1) }, { changes }, 'x'];
    expect(read({ object: 'ad_account', entry: entries, novelty: true })).toEqual([
      { account: '42', id: '120210000000000001' },
      { account: '42', id: '120210000000000002' },
      { account: '43', id: '120210000000000001' },
    ]);
  });

  it('about something else names nothing', () => {
    const change = [{ field: 'in_process_ad_objects', value: { id: '1' } }];
    expect(read(notice(change, { object: 'page' }))).toEqual([]);
    expect(read([notice(change)])).toEqual([]);
    expect(read('text')).toEqual([]);
  });

  it('is believed only with the signature over its very bytes', () => {
    const body = JSON.stringify(notice([]));
    const bytes = Buffer.from(body);
    expect(readChanges(config, bytes, sign(body))).toEqual([]);
    expect(readChanges(config, bytes, {})).toBeNull();
    expect(readChanges(config, bytes, sign(body, 'another'))).toBeNull();
    expect(readChanges(config, bytes, sign(`${body} `))).toBeNull();
    expect(readChanges(config, bytes, { 'x-hub-signature-256': [sign(body)['x-hub-signature-256'], 'x'] })).toBeNull();
    expect(readChanges(config, bytes, { 'x-hub-signature': 'sha1=00' })).toBeNull();
  });

  it('never fails, whatever the network sends', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const known = read(notice(value)) ?? [];
        expect(known.every(({ account, id }) => account === '42' && /^\d+$/.test(id))).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
