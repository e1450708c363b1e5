import { type ReportedFailure, reportFailure } from '../page/failures.ts';

/** How long each notice stays, in milliseconds. The timer pauses while the pointer or the focus is in it. */
const ERROR_NOTICE_MS = 3000;
const PASSWORD_NOTICE_MS = 10_000;
const TOAST_MS = 3000;

/** A notice with a command stays longer, so that there is time to reach it. */
const ACTION_TOAST_MS = 6000;

const MAX_VISIBLE = 5;

/** A command offered by a notice, for example to undo what it reports. */
export interface NoticeAction {
  text: string;
  run: () => void;
}

interface TimedNotice {
  id: number;
  ms: number;
}

export type ShownNotice = TimedNotice &
  (
    | { kind: 'error'; title: string; content: string; path: string; traceId: string }
    | { kind: 'password'; title: string; account: string; password: string }
    /** `isAnnounced`: already announced to screen readers. */
    | { kind: 'toast'; tone: 'error' | 'success' | 'info'; content: string; isAnnounced?: true; actions?: readonly NoticeAction[] }
  );

type NewNotice = ShownNotice extends infer One ? (One extends ShownNotice ? Omit<One, 'id'> : never) : never;

let current: readonly ShownNotice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

const change = (next: readonly ShownNotice[]) => {
  current = next;
  for (const listener of listeners) listener();
};

const show = (notice: NewNotice) => {
  lastId += 1;
  const remaining =
    current.length < MAX_VISIBLE
      ? current
      : current.filter(({ kind }) => kind === 'password').concat(current.filter(({ kind }) => kind !== 'password').slice(1));
  change([...remaining, { ...notice, id: lastId } as ShownNotice]);
};

/** The store behind `Notices`. Notices wait here until it is mounted. */
export const noticeBoard = {
  read: () => current,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  remove: (id: number) => change(current.filter((notice) => notice.id !== id)),
};

/** Facts about a failed call, for error reports. */
type CallFacts = Omit<ReportedFailure, 'kind' | 'message'>;

interface RefusedCall {
  title: string;
  content: string;
  call?: CallFacts;
}

/** Keeps a refused call for error reports, where it is already shown in its place. */
export const noteRefusal = ({ content, call = {} }: RefusedCall) => reportFailure({ kind: 'refused', message: content, ...call });

/** Shows a refused call. */
export const showErrorNotice = (refusal: RefusedCall) => {
  const { title, content, call = {} } = refusal;
  show({ kind: 'error', title, content, path: call.path ?? '', traceId: call.traceId ?? '', ms: ERROR_NOTICE_MS });
  noteRefusal(refusal);
};

/** Shows a new password once: it can be copied, and is removed with the notice. */
export const showPasswordNotice = ({ title, account, password }: { title: string; account: string; password: string }) =>
  show({ kind: 'password', title, account, password, ms: PASSWORD_NOTICE_MS });

/** `call` is given when a call ended without a usable answer. */
export const toastError = (content: string, call?: CallFacts) => {
  show({ kind: 'toast', tone: 'error', content, ms: TOAST_MS });
  reportFailure({ kind: call ? 'broken' : 'toast', message: content, ...call });
};

/** Reports the end of an operation that did not fully succeed. */
export const toastInfo = (content: string) => show({ kind: 'toast', tone: 'info', content, ms: TOAST_MS });

const toastTime = (actions: readonly NoticeAction[]): number => (actions.length > 0 ? ACTION_TOAST_MS : TOAST_MS);

export const toastSuccess = (content: string, actions: readonly NoticeAction[] = []) =>
  show({ kind: 'toast', tone: 'success', content, actions, ms: toastTime(actions) });

/** Shows what was done to which object; the announcement for screen readers is made elsewhere. */
export const showDone = (content: string, actions: readonly NoticeAction[] = []) =>
  show({ kind: 'toast', tone: 'success', content, isAnnounced: true, actions, ms: toastTime(actions) });
