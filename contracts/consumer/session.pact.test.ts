import { expect, it } from 'vitest';
import { cast, typedAtSignIn } from '#contracts/states/cast.ts';
import {
  canSignIn,
  disabledAccount,
  hasPassword,
  lockedOut,
  mistypedTooOften,
  nobodySignedIn,
  nothingElse,
  otherSessions,
  requestMade,
  sessionEnded,
  signedInAs,
} from '#contracts/states/states.ts';
import {
  changePassword,
  endOtherSessions,
  listOwnSessions,
  loadUserInfo,
  logout,
  resetPassword,
  signIn,
} from '#src/services/session.service.ts';
import { describePact, success } from './exchange.ts';
import { boolean, eachLike, instant, integer, oneOf, someText, string } from './matching.ts';
import { askRefused, askRejected, askWrongly, expectQuiet } from './refused.ts';

const { account, password } = typedAtSignIn;
/** The MD5 of the password, which is all that leaves the browser. */
const digest = 'c7b92eae8b0a4fe604d76a354796322c';
/** Another made-up digest. */
const nextPassword = 'Contract-2027';
const nextDigest = '8b07bb84096d130953d1f59ef125667f';
const body = { account: 'opt_09', pwd: 'c7b92eae8b0a4fe604d76a354796322c' };
const at = '2026-11-20T08:00:00.000Z';

const userInfo = { given: [sessionEnded('admin', 'revoked')], method: 'GET', path: '/api/sys-users/get_user_info' } as const;
const loadUser = () => loadUserInfo(undefined);

describePact('session', (ask) => {
  it('signs in with the digest of what was typed', () =>
    ask(
      {
        given: [nobodySignedIn(), canSignIn({ account, digest })],
        path: '/api/login',
        body,
        signedOut: true,
        reply: success({ token: someText('made-up-token'), expires_at: instant(at) }),
      },
      async (heard) => {
        expect(await signIn({ account: ' opt_09 ', password })).toEqual({ token: 'made-up-token', expires_at: at });
        expectQuiet(heard);
      },
    ));

  it('does not sign in with a wrong password', () =>
    askRefused(ask, {
      given: [nobodySignedIn()],
      path: '/api/login',
      body,
      signedOut: true,
      refused: { code: 1001, reason: 'LOGIN_BAD', message: '账号或密码错误' },
      call: () => signIn({ account, password }),
    }));

  it('does not sign in with a disabled account', () =>
    askRefused(ask, {
      given: [nobodySignedIn(), disabledAccount({ account, digest })],
      path: '/api/login',
      body,
      signedOut: true,
      refused: { code: 1002, reason: 'LOGIN_DISABLED', message: '账号已停用' },
      call: () => signIn({ account, password }),
    }));

  it('does not sign in after too many failures', () =>
    askRefused(ask, {
      given: [nobodySignedIn(), lockedOut({ account, digest })],
      path: '/api/login',
      body,
      signedOut: true,
      refused: { code: 1003, reason: 'LOGIN_LOCKED', message: '连续输错 5 次，请 15 分钟后再试' },
      call: () => signIn({ account, password }),
    }));

  it('does not sign in with a name longer than any account', () =>
    askWrongly(ask, {
      given: [nobodySignedIn()],
      path: '/api/login',
      body: { account: 'a'.repeat(33), pwd: body.pwd },
      signedOut: true,
      field: 'account',
      rule: 'maxLength',
      message: 'account最多 32 个字符',
      call: () => signIn({ account: 'a'.repeat(33), password }),
    }));

  it('loads the user with pages, actions and roles', () =>
    ask(
      {
        given: [signedInAs('staff'), nothingElse()],
        method: 'GET',
        path: '/api/sys-users/get_user_info',
        reply: success({
          id: cast.staff.id,
          account: string('opt_01'),
          name: string('陈一鸣'),
          remark: string('合约'),
          is_admin: 0,
          is_leader: 0,
          platform: oneOf('dj', ['dj', 'ec']),
          paths: ['/index', '/advertising/copy-log'],
          actions: [],
          login_at: instant(at),
          department_name: string('公司'),
          role_names: eachLike('看日志'),
          timezone: string('Asia/Shanghai'),
          business_timezone: string('Asia/Shanghai'),
          password_state: oneOf('own', ['none', 'given', 'own']),
        }),
      },
      async (heard) => {
        expect(await loadUserInfo(undefined)).toEqual({
          id: 13,
          account: 'opt_01',
          name: '陈一鸣',
          remark: '合约',
          is_admin: 0,
          is_leader: 0,
          platform: 'dj',
          paths: ['/index', '/advertising/copy-log'],
          actions: [],
          login_at: at,
          department_name: '公司',
          role_names: ['看日志'],
          timezone: 'Asia/Shanghai',
          business_timezone: 'Asia/Shanghai',
          password_state: 'own',
        });
        expectQuiet(heard);
      },
    ));

  it('loads a super admin, who belongs to no department and has no role', () =>
    ask(
      {
        given: [signedInAs('super'), nothingElse()],
        method: 'GET',
        path: '/api/sys-users/get_user_info',
        reply: success({
          id: cast.super.id,
          account: string('super'),
          name: string('超级管理员'),
          remark: null,
          is_admin: 9,
          is_leader: 0,
          platform: oneOf('dj', ['dj', 'ec']),
          paths: eachLike('/admin/sys/cron'),
          actions: ['export'],
          login_at: null,
          department_name: null,
          role_names: [],
          timezone: string('Asia/Shanghai'),
          business_timezone: string('Asia/Shanghai'),
          password_state: oneOf('own', ['none', 'given', 'own']),
        }),
      },
      async () => {
        const user = await loadUserInfo(undefined);
        expect(user).toMatchObject({ id: 12, is_admin: 9, paths: ['/admin/sys/cron'], actions: ['export'], role_names: [] });
        expect(user).toMatchObject({ remark: null, login_at: null, department_name: null });
      },
    ));

  it('ends the session when the token was revoked', () =>
    askRejected(ask, {
      ...userInfo,
      reason: 'TOKEN_REVOKED',
      message: '登录已失效，请重新登录',
      call: loadUser,
      given: [...userInfo.given],
    }));

  it('ends the session when the token has expired', () =>
    askRejected(ask, {
      ...userInfo,
      given: [sessionEnded('admin', 'expired')],
      reason: 'TOKEN_EXPIRED',
      message: '登录已过期，请重新登录',
      call: loadUser,
    }));

  it('ends the session when the account was disabled', () =>
    askRejected(ask, {
      ...userInfo,
      given: [sessionEnded('admin', 'disabled')],
      reason: 'USER_DISABLED',
      message: '账号已停用，请联系管理员',
      call: loadUser,
    }));

  it('ends the session when no token was sent', () =>
    askRejected(ask, {
      ...userInfo,
      given: [nobodySignedIn()],
      signedOut: true,
      reason: 'NO_TOKEN',
      message: '尚未登录，请登录',
      call: loadUser,
    }));

  it('signs out', () =>
    ask({ given: [signedInAs('staff')], path: '/api/sys-users/logout', body: {}, reply: success({}) }, async (heard) => {
      expect(await logout({})).toEqual({});
      expectQuiet(heard);
    }));

  it('knows no session that was signed out', () =>
    askRejected(ask, {
      given: [signedInAs('staff'), requestMade('/api/sys-users/logout', {})],
      method: 'GET',
      path: '/api/sys-users/get_user_info',
      reason: 'TOKEN_REVOKED',
      message: '登录已失效，请重新登录',
      call: () => loadUserInfo(),
    }));

  it('resets the password of the user and shows the new one once', () =>
    ask(
      {
        given: [signedInAs('staff')],
        path: '/api/sys-users/reset_passwd',
        body: { currentUserId: 13 },
        reply: success({ new_passwd: someText('made-up-text') }),
      },
      async () => expect(await resetPassword({ currentUserId: 13 })).toEqual({ new_passwd: 'made-up-text' }),
    ));

  it('refuses to let staff reset the password of another user', () =>
    askRefused(ask, {
      given: [signedInAs('staff')],
      path: '/api/sys-users/reset_passwd',
      body: { currentUserId: 11 },
      refused: { code: 403, reason: 'NOT_OWNER', message: '不是您负责的对象' },
      call: () => resetPassword({ currentUserId: 11 }),
    }));

  it('refuses to reset the password of an account that is gone', () =>
    askRefused(ask, {
      given: [signedInAs('admin')],
      path: '/api/sys-users/reset_passwd',
      body: { currentUserId: 99 },
      refused: { code: 404, reason: 'NOT_FOUND', message: '对象不存在或无权限' },
      call: () => resetPassword({ currentUserId: 99 }),
    }));

  it('changes the password of the user and ends the other sessions', () =>
    ask(
      {
        given: [signedInAs('staff'), hasPassword(digest), otherSessions(2)],
        path: '/api/sys-users/change_passwd',
        body: { old_pwd: digest, new_pwd: nextDigest },
        reply: success({ ended: 2 }),
      },
      async (heard) => {
        expect(await changePassword({ old_pwd: password, new_pwd: nextPassword })).toEqual({ ended: 2 });
        expectQuiet(heard);
      },
    ));

  it('refuses to change a password without the current one', () =>
    askWrongly(ask, {
      given: [signedInAs('staff'), hasPassword(nextDigest)],
      path: '/api/sys-users/change_passwd',
      body: { old_pwd: digest, new_pwd: nextDigest },
      field: 'old_pwd',
      rule: 'wrongPassword',
      message: '原密码不正确',
      call: () => changePassword({ old_pwd: password, new_pwd: nextPassword }),
    }));

  it('refuses to change a password after too many wrong ones', () =>
    askRefused(ask, {
      given: [signedInAs('staff'), hasPassword(digest), mistypedTooOften()],
      path: '/api/sys-users/change_passwd',
      body: { old_pwd: digest, new_pwd: nextDigest },
      refused: { code: 1003, reason: 'LOGIN_LOCKED', message: '连续输错 5 次，请 15 分钟后再试' },
      call: () => changePassword({ old_pwd: password, new_pwd: nextPassword }),
    }));

  it('refuses a new password that is easy to guess', () =>
    askWrongly(ask, {
      given: [signedInAs('staff'), hasPassword(digest)],
      path: '/api/sys-users/change_passwd',
      body: { old_pwd: digest, new_pwd: 'e10adc3949ba59abbe56e057f20f883e' },
      field: 'new_pwd',
      rule: 'commonPassword',
      message: '密码过于常见，请换一个',
      call: () => changePassword({ old_pwd: password, new_pwd: '123456' }),
    }));

  it('lists the sessions of the user', () =>
    ask(
      {
        given: [signedInAs('staff')],
        path: '/api/sys-users/sessions',
        body: {},
        reply: success({
          list: eachLike({
            id: integer(5),
            issued_at: instant(at),
            expires_at: instant(at),
            ip: string('10.0.0.7'),
            ua: string('Mozilla/5.0'),
            current: boolean(true),
          }),
        }),
      },
      async () => {
        const session = { id: 5, issued_at: at, expires_at: at, ip: '10.0.0.7', ua: 'Mozilla/5.0', current: true };
        expect(await listOwnSessions({})).toEqual({ list: [session] });
      },
    ));

  it('ends the other sessions and returns their number', () =>
    ask(
      {
        given: [signedInAs('staff'), otherSessions(2)],
        path: '/api/sys-users/end_sessions',
        body: {},
        reply: success({ ended: 2 }),
      },
      async () => expect(await endOtherSessions({})).toEqual({ ended: 2 }),
    ));
});
