import { afterEach, describe, expect, it } from 'vitest';
import { noteRefusal, noticeBoard, showErrorNotice, showPasswordNotice, toastError, toastSuccess } from '../overlay/notices.ts';
import { type ReportedFailure, watchFailures } from './failures.ts';

afterEach(() => {
  for (const { id } of noticeBoard.read()) noticeBoard.remove(id);
});

describe('reported failure', () => {
  it('is passed once to every listener with the facts for an error report', () => {
    const reported: ReportedFailure[] = [];
    const stop = watchFailures((failure) => reported.push(failure));
    const call = { path: '/sys-roles/list', method: 'POST', code: 403, reason: 'NO_ACTION', traceId: 't', status: 200, requestId: 't' };
    showErrorNotice({ title: 'Error: /sys-roles/list', content: 'No right to do this', call });
    toastError('Network Error', { path: '/sys-roles/list', method: 'POST', status: 0, requestId: '' });
    toastError('Reset failed');
    stop();
    toastError('nobody hears this');
    expect(reported).toEqual([
      { kind: 'refused', message: 'No right to do this', ...call },
      { kind: 'broken', message: 'Network Error', path: '/sys-roles/list', method: 'POST', status: 0, requestId: '' },
      { kind: 'toast', message: 'Reset failed' },
    ]);
  });

  it('is also a refusal that a form shows, without a notice', () => {
    const reported: ReportedFailure[] = [];
    const stop = watchFailures((failure) => reported.push(failure));
    noteRefusal({ title: 'Error: /sys-roles/create', content: 'Taken', call: { path: '/sys-roles/create', code: 409 } });
    stop();
    expect(reported).toEqual([{ kind: 'refused', message: 'Taken', path: '/sys-roles/create', code: 409 }]);
    expect(noticeBoard.read()).toEqual([]);
  });

  it('is never a success or a password', () => {
    const reported: ReportedFailure[] = [];
    const stop = watchFailures((failure) => reported.push(failure));
    toastSuccess('Saved');
    showPasswordNotice({ title: 'Password reset', account: 'li', password: 'made-up' });
    stop();
    expect(reported).toEqual([]);
  });
});
