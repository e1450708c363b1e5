import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { readSignedPerson } from './notices.ts';

const config = { appSecret: 'app-secret-of-the-test' };

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
])('believes no notice with %s', (_what, signed) => {
  expect(readSignedPerson(config, signed)).toBeNull();
});
