import { describe, expect, it, test } from 'vitest';
import type { AlertTargetFormat } from '#contracts/vocabulary/alerts.ts';
import { buildRequest, type Message, nextAttempt, readAnswer, type SentAlert, toText } from './formats.ts';
import { endOfQuietHours } from './quiet-hours.ts';

const alert = (id: number, title: string): SentAlert => ({
  id,
  level: 'error',
  kind: 'spend_stopped',
  title,
  body: '近 3 小时消耗 $0.00',
  link: '/advertising/campaign?account_id=1',
  created_at: '2026-11-20T08:00:00.000Z',
  incident: null,
});
const message = (...titles: string[]): Message => ({ id: '7-1', language: 'zh', alerts: titles.map((title, id) => alert(id, title)) });

describe('the text of a message', () => {
  it('begins with the keyword and names every alert', () => {
    expect(toText(message('消耗骤停：甲', '消耗骤停：乙'))).toBe(
      '广告投放系统：2 条提醒\n[错误] 消耗骤停：甲\n近 3 小时消耗 $0.00\n[错误] 消耗骤停：乙\n近 3 小时消耗 $0.00',
    );
    expect(toText({ ...message('Spend of A has stopped'), language: 'en' })).toMatch(/^ad delivery: 1 alert\n\[Error\]/);
  });

  it('ends each alert with its address when the console has a public one', () => {
    expect(toText({ ...message('消耗骤停：甲'), publicUrl: 'https://ads.example' })).toMatch(
      /\n近 3 小时消耗 \$0\.00\nhttps:\/\/ads\.example\/advertising\/campaign\?account_id=1$/,
    );
    expect(toText(message('消耗骤停：甲'))).not.toContain('/advertising');
  });

  it('is shortened by whole alerts', () => {
    const text = toText(message(...Array.from({ length: 20 }, (_, index) => `${index} ${'长'.repeat(60)}`)));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2_000);
    expect(text).toMatch(/\n另有 \d+ 条，请到系统中查看$/);
  });
});

it('gives receivers of JSON absolute links when the console has a public address, and paths otherwise', () => {
  const linkOf = (sent: Message) => {
    const { body } = buildRequest('json', { address: 'https://hooks.example/x', secret: null }, sent, new Date(0));
    return (JSON.parse(body) as { alerts: SentAlert[] }).alerts[0]?.link;
  };
  expect(linkOf(message('甲'))).toBe('/advertising/campaign?account_id=1');
  expect(linkOf({ ...message('甲'), publicUrl: 'https://ads.example' })).toBe('https://ads.example/advertising/campaign?account_id=1');
});

it('escapes what Slack would read as markup', () => {
  const { body } = buildRequest('slack', { address: 'https://hooks.example/x', secret: null }, message('<!channel> & co'), new Date(0));
  expect(body).toContain('&lt;!channel&gt; &amp; co');
});

test.each<[AlertTargetFormat, number, string, string | null]>([
  ['feishu', 200, '{"code":0,"msg":"success"}', null],
  ['feishu', 200, '{"StatusCode":0}', null],
  ['feishu', 200, '{"code":19021,"msg":"sign match fail"}', 'wrong_signature'],
  ['feishu', 200, '{"code":19022}', 'sender_refused'],
  ['feishu', 200, '{"code":19024}', 'missing_keyword'],
  ['feishu', 400, '{"code":9499}', 'rate_limited'],
  ['feishu', 200, '<html>', 'wrong_address'],
  ['dingtalk', 200, '{"errcode":0,"errmsg":"ok"}', null],
  ['dingtalk', 200, '{"errcode":310000,"errmsg":"sign not match"}', 'wrong_signature'],
  ['dingtalk', 200, '{"errcode":310000,"errmsg":"keywords not in content"}', 'missing_keyword'],
  ['dingtalk', 200, '{"errcode":310000,"errmsg":"ip 1.2.3.4 not in whitelist"}', 'sender_refused'],
  ['dingtalk', 200, '{"errcode":130101}', 'rate_limited'],
  ['dingtalk', 200, '{"errcode":300005}', 'wrong_address'],
  ['wecom', 200, '{"errcode":0}', null],
  ['wecom', 200, '{"errcode":93000}', 'wrong_address'],
  ['wecom', 200, '{"errcode":45009}', 'rate_limited'],
  ['wecom', 200, '{"errcode":40008}', 'refused'],
  ['slack', 200, 'ok', null],
  ['slack', 404, 'no_service', 'wrong_address'],
  ['slack', 400, 'invalid_payload', 'refused'],
  ['slack', 429, '', 'rate_limited'],
  ['json', 204, '', null],
  ['json', 401, '', 'wrong_signature'],
  ['json', 302, '', 'redirected'],
  ['json', 503, '', 'receiver_failed'],
])('%s reads %i %s as %s', (format, status, body, problem) => {
  const outcome = readAnswer(format, { status, body, retryAfterS: undefined });
  expect(outcome.ok ? null : outcome.problem).toBe(problem);
});

describe('another attempt', () => {
  const now = new Date('2026-11-20T08:00:00Z');
  const after = (problem: 'receiver_failed' | 'wrong_signature' | 'rate_limited', attempts: number, retryAfterS?: number) =>
    nextAttempt({ ok: false, problem, code: null, retryAfterS }, attempts, now)?.toISOString();

  it('comes later each time, and ends', () => {
    expect(after('receiver_failed', 1)).toBe('2026-11-20T08:01:00.000Z');
    expect(after('receiver_failed', 4)).toBe('2026-11-20T08:15:00.000Z');
    expect(after('receiver_failed', 8)).toBeUndefined();
  });

  it('waits as long as the receiver asks, and at most an hour', () => {
    expect(after('rate_limited', 1, 300)).toBe('2026-11-20T08:05:00.000Z');
    expect(after('rate_limited', 1, 1_000_000)).toBe('2026-11-20T09:00:00.000Z');
  });

  it('is not made where it cannot help', () => {
    expect(after('wrong_signature', 1)).toBeUndefined();
  });
});

test.each([
  ['2026-11-20T14:00:00Z', '22:00', '08:00', 'Asia/Shanghai', '2026-11-21T00:00:00.000Z'],
  ['2026-11-20T23:59:00Z', '22:00', '08:00', 'Asia/Shanghai', '2026-11-21T00:00:00.000Z'],
  ['2026-11-21T00:00:00Z', '22:00', '08:00', 'Asia/Shanghai', undefined],
  ['2026-11-20T13:59:00Z', '22:00', '08:00', 'Asia/Shanghai', undefined],
  ['2026-11-20T13:30:00Z', '13:00', '14:00', 'Europe/London', '2026-11-20T14:00:00.000Z'],
  ['2026-11-20T13:30:00Z', '13:00', '13:00', 'Europe/London', undefined],
  // The night in which the clock goes back has an hour more.
  ['2026-10-31T23:30:00Z', '23:00', '07:00', 'Europe/Berlin', '2026-11-01T06:00:00.000Z'],
])('quiet hours that contain %s from %s to %s in %s end at %s', (at, from, to, timezone, end) => {
  expect(endOfQuietHours(new Date(at), { from, to, timezone })?.toISOString()).toBe(end);
});
