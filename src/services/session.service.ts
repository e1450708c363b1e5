import { call, fetchCall } from './call.ts';
import { passwordDigest } from './password-digest.ts';

export const login = call('/login', { token: true, expires_at: true });

export const logout = call('/sys-users/logout', {});

export const loadUserInfo = fetchCall('/sys-users/get_user_info', {
  id: true,
  account: true,
  name: true,
  remark: true,
  is_admin: true,
  is_leader: true,
  platform: true,
  paths: true,
  actions: true,
  login_at: true,
  department_name: true,
  role_names: true,
  timezone: true,
  business_timezone: true,
  password_state: true,
});

export const resetPassword = call('/sys-users/reset_passwd', { new_passwd: true });

export const sendPasswordChange = call('/sys-users/change_passwd', { ended: true });

export const listOwnSessions = call('/sys-users/sessions', {
  list: [{ id: true, issued_at: true, expires_at: true, ip: true, ua: true, current: true }],
});

export const endOtherSessions = call('/sys-users/end_sessions', { ended: true });

/** Signs in; only the digest of the password is sent. */
export const signIn = ({ account, password }: { account: string; password: string }, signal?: AbortSignal) =>
  login({ account: account.trim(), pwd: passwordDigest(password) }, signal);

/** Changes the password of the current user; only digests are sent. */
export const changePassword = ({ old_pwd, new_pwd }: { old_pwd: string; new_pwd: string }) =>
  sendPasswordChange({ old_pwd: passwordDigest(old_pwd), new_pwd: passwordDigest(new_pwd) });
