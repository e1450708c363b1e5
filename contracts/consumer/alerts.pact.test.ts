import { expect, it } from 'vitest';
import { alertTargetExists, authorisationLost, batchTold, signedInAs } from '#contracts/states/states.ts';
import { alertKinds, alertLevels, alertTargetFormats, alertTargetLanguages, deliveryProblems } from '#contracts/vocabulary/alerts.ts';
import * as services from '#src/services/alerts.service.ts';
import { describePact, success } from './exchange.ts';
import { boolean, eachLike, instant, integer, oneOf, string, textLike } from './matching.ts';
import { askForGone, askRefused, expectQuiet } from './refused.ts';

const admin = [signedInAs('admin')];
const as_of = '2026-11-20T08:00:00.000Z';

const alert = {
  id: 95,
  level: 'warn',
  kind: 'batch_done',
  title: '批次已结束：关闭 40 个广告系列',
  body: '共 40 个，成功 37，失败 3，未知 0。',
  link: '/advertising/copy-log?keyword=900',
  read_at: null,
  resolved_at: null,
  created_at: as_of,
};

const alertLike = {
  id: integer(95),
  level: oneOf('warn', alertLevels),
  kind: oneOf('batch_done', alertKinds),
  title: string(alert.title),
  body: string(alert.body),
  link: string(alert.link),
  read_at: null,
  resolved_at: null,
  created_at: instant(as_of),
};

const lost = {
  id: 97,
  level: 'error',
  kind: 'token_expired',
  title: '授权已失效：陈一鸣',
  body: '其名下的账户无法操作，请重新授权。',
  link: '/auth/personage',
  read_at: null,
  resolved_at: null,
  created_at: as_of,
};
const lostLike = {
  ...alertLike,
  id: integer(97),
  level: oneOf('error', alertLevels),
  kind: oneOf('token_expired', alertKinds),
  title: string(lost.title),
  body: string(lost.body),
  link: string(lost.link),
};
const incident = {
  id: 61,
  title: '授权已失效：陈一鸣',
  level: 'error',
  opened_at: as_of,
  last_alert_at: as_of,
  closed_at: null,
  count: 1,
  alerts: [lost],
};

const target = {
  id: 62,
  name: '值班群',
  format: 'json',
  language: 'zh',
  levels: ['warn', 'error'],
  kinds: [],
  quiet_from: '22:00',
  quiet_to: '08:00',
  quiet_errors: true,
  enabled: true,
  address: 'https://alerts.example.com/…',
  secret_set: true,
  last_at: null,
  last_problem: null,
  last_text: null,
  waiting: 0,
};
const clockLike = (example: string) => textLike(/^([01]\d|2[0-3]):[0-5]\d$/, example);
const targetLike = {
  id: integer(62),
  name: string(target.name),
  format: oneOf('json', alertTargetFormats),
  language: oneOf('zh', alertTargetLanguages),
  levels: eachLike(oneOf('warn', alertLevels)),
  kinds: [],
  quiet_from: clockLike('22:00'),
  quiet_to: clockLike('08:00'),
  quiet_errors: boolean(true),
  enabled: boolean(true),
  address: string(target.address),
  secret_set: boolean(true),
  last_at: null,
  last_problem: null,
  last_text: null,
  waiting: integer(0),
};
const told = { ...target, levels: ['warn'] };
const exists = (isPrivate: boolean) => alertTargetExists({ id: 62, user_id: 11, name: target.name, private: isPrivate });

const request = {
  name: '值班群',
  format: 'json',
  language: 'zh',
  levels: ['warn', 'error'],
  kinds: [],
  quiet_from: '22:00',
  quiet_to: '08:00',
  quiet_errors: true,
  enabled: true,
} as const;
const calling = { ...request, levels: [...request.levels], kinds: [] };
const secrets = { address: 'https://alerts.example.com/hook', secret: 'made-up-text' };

describePact('alerts', (ask) => {
  it('reads the notices of the user', () =>
    ask(
      {
        given: [...admin, batchTold({ id: 95, user_id: 11, read: false })],
        path: '/api/home-alerts/list',
        body: { page_size: 20 },
        reply: success({
          list: eachLike(alertLike),
          total: integer(1),
          unread: integer(1),
        }),
      },
      async () => expect(await services.listAlerts({ page_size: 20 })).toEqual({ list: [alert], total: 1, unread: 1 }),
    ));

  it('marks notices as read', () =>
    ask(
      {
        given: [...admin, batchTold({ id: 95, user_id: 11, read: false }), batchTold({ id: 96, user_id: 11, read: false })],
        path: '/api/home-alerts/read',
        body: { ids: [95] },
        reply: success({ unread: integer(1) }),
      },
      async (heard) => {
        expect(await services.readAlerts({ ids: [95] })).toEqual({ unread: 1 });
        expectQuiet(heard);
      },
    ));

  it('reads the alerts that belong to no open incident', () =>
    ask(
      {
        given: [
          ...admin,
          batchTold({ id: 95, user_id: 11, read: false }),
          authorisationLost({ id: 61, alert_id: 97, user_id: 11, name: '陈一鸣', closed: false }),
        ],
        path: '/api/home-alerts/list',
        body: { page: 1, page_size: 20, alone: true },
        reply: success({ list: eachLike(alertLike), total: integer(1), unread: integer(2) }),
      },
      async () =>
        expect(await services.listAlerts({ page: 1, page_size: 20, alone: true })).toEqual({ list: [alert], total: 1, unread: 2 }),
    ));

  it('reads when the cause of an alert was gone', () =>
    ask(
      {
        given: [...admin, authorisationLost({ id: 61, alert_id: 97, user_id: 11, name: '陈一鸣', closed: true })],
        path: '/api/home-alerts/list',
        body: { page: 1, page_size: 20, alone: true },
        reply: success({ list: eachLike({ ...lostLike, resolved_at: instant(as_of) }), total: integer(1), unread: integer(1) }),
      },
      async () =>
        expect(await services.listAlerts({ page: 1, page_size: 20, alone: true })).toEqual({
          list: [{ ...lost, resolved_at: as_of }],
          total: 1,
          unread: 1,
        }),
    ));

  it('reads the open incidents', () =>
    ask(
      {
        given: [...admin, authorisationLost({ id: 61, alert_id: 97, user_id: 11, name: '陈一鸣', closed: false })],
        path: '/api/home-alerts/incidents',
        body: { page_size: 20, open: true },
        reply: success({
          list: eachLike({
            id: integer(61),
            title: string(incident.title),
            level: oneOf('error', alertLevels),
            opened_at: instant(as_of),
            last_alert_at: instant(as_of),
            closed_at: null,
            count: integer(1),
            alerts: eachLike(lostLike),
          }),
          total: integer(1),
        }),
      },
      async () => expect(await services.listIncidents({ page_size: 20, open: true })).toEqual({ list: [incident], total: 1 }),
    ));

  it('reads the own delivery targets', () =>
    ask(
      {
        given: [...admin, exists(false)],
        path: '/api/home-alerts/targets',
        body: {},
        reply: success({ list: eachLike(targetLike) }),
      },
      async () => expect(await services.listAlertTargets({})).toEqual({ list: [told] }),
    ));

  it('adds a delivery target', () =>
    ask(
      {
        given: admin,
        path: '/api/home-alerts/save_target',
        body: { ...request, ...secrets },
        reply: success(targetLike),
      },
      async (heard) => {
        expect(await services.saveAlertTarget({ ...calling, ...secrets })).toEqual(told);
        expectQuiet(heard);
      },
    ));

  it('edits a delivery target without its address and secret', () =>
    ask(
      {
        given: [...admin, exists(false)],
        path: '/api/home-alerts/save_target',
        body: { id: 62, ...request },
        reply: success(targetLike),
      },
      async (heard) => {
        expect(await services.saveAlertTarget({ id: 62, ...calling })).toEqual(told);
        expectQuiet(heard);
      },
    ));

  it('deletes a delivery target', () =>
    ask(
      { given: [...admin, exists(false)], path: '/api/home-alerts/delete_target', body: { id: 62 }, reply: success({}) },
      async (heard) => {
        expect(await services.deleteAlertTarget({ id: 62 })).toEqual({});
        expectQuiet(heard);
      },
    ));

  it('reads why a test message was not delivered', () => {
    const text = '地址在本机或内网中，服务器不允许发送。';
    return ask(
      {
        given: [...admin, exists(true)],
        path: '/api/home-alerts/test_target',
        body: { id: 62 },
        reply: success({
          ...targetLike,
          address: string('https://10.0.0.8/…'),
          last_at: instant(as_of),
          last_problem: oneOf('private_address', deliveryProblems),
          last_text: string(text),
        }),
      },
      async () =>
        expect(await services.testAlertTarget({ id: 62 })).toEqual({
          ...told,
          address: 'https://10.0.0.8/…',
          last_at: as_of,
          last_problem: 'private_address',
          last_text: text,
        }),
    );
  });

  it('is refused a name that another target of the user has', () =>
    askRefused(ask, {
      given: [...admin, exists(false)],
      path: '/api/home-alerts/save_target',
      body: { ...request, ...secrets },
      refused: { code: 409, reason: 'DUPLICATE', message: '名称“值班群”已存在', more: { field: 'name' } },
      call: () => services.saveAlertTarget({ ...calling, ...secrets }),
    }));

  it('is told that a target to save is gone', () =>
    askForGone(ask, {
      path: '/api/home-alerts/save_target',
      body: { id: 99, ...request },
      call: () => services.saveAlertTarget({ id: 99, ...calling }),
    }));

  it('is told that a target to delete is gone', () =>
    askForGone(ask, { path: '/api/home-alerts/delete_target', body: { id: 99 }, call: () => services.deleteAlertTarget({ id: 99 }) }));

  it('is told that a target to test is gone', () =>
    askForGone(ask, { path: '/api/home-alerts/test_target', body: { id: 99 }, call: () => services.testAlertTarget({ id: 99 }) }));
});
