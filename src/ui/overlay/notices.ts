import { reportFailure, type ToldFailure } from '../page/failures.ts';

/** How long each stays, in milliseconds. The clock stands still while somebody points at it or is in it. */
const ERROR_NOTICE_MS = 3000;
const PASSWORD_NOTICE_MS = 10_000;
const TOAST_MS = 3000;

const MOST_AT_ONCE = 5;

interface Lasting {
  id: number;
  ms: number;
}

export type ShownNotice = Lasting &
  (
    | { kind: 'error'; title: string; content: string }
    | { kind: 'password'; title: string; account: string; password: string }
    /** `isSaid`: it was said already to who does not see it. */
    | { kind: 'toast'; tone: 'error' | 'success' | 'info'; content: string; isSaid?: true }
  );

type NewNotice = ShownNotice extends infer One ? (One extends ShownNotice ? Omit<One, 'id'> : never) : never;

let shown: readonly ShownNotice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

const change = (next: readonly ShownNotice[]) => {
  shown = next;
  for (const listener of listeners) listener();
};

const show = (notice: NewNotice) => {
  lastId += 1;
  const kept =
    shown.length < MOST_AT_ONCE
      ? shown
      : shown.filter(({ kind }) => kind === 'password').concat(shown.filter(({ kind }) => kind !== 'password').slice(1));
  change([...kept, { ...notice, id: lastId } as ShownNotice]);
};

/** What `Notices` draws. Notices wait here until it stands. */
export const noticeBoard = {
  read: () => shown,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  remove: (id: number) => change(shown.filter((notice) => notice.id !== id)),
};

/** What can be told of the call that failed, for whoever passes it on. */
type CallFacts = Omit<ToldFailure, 'kind' | 'message'>;

/** A refused call. */
export const showErrorNotice = ({ title, content, call = {} }: { title: string; content: string; call?: CallFacts }) => {
  show({ kind: 'error', title, content, ms: ERROR_NOTICE_MS });
  reportFailure({ kind: 'refused', message: content, ...call });
};

/** A new password, shown once: it can be copied, and is forgotten with the notice. */
export const showPasswordNotice = ({ title, account, password }: { title: string; account: string; password: string }) =>
  show({ kind: 'password', title, account, password, ms: PASSWORD_NOTICE_MS });

/** `call` where one ended without a usable answer. */
export const toastError = (content: string, call?: CallFacts) => {
  show({ kind: 'toast', tone: 'error', content, ms: TOAST_MS });
  reportFailure({ kind: call ? 'broken' : 'toast', message: content, ...call });
};

/** Something came to its end, and not all of it well. */
export const toastInfo = (content: string) => show({ kind: 'toast', tone: 'info', content, ms: TOAST_MS });

export const toastSuccess = (content: string) => show({ kind: 'toast', tone: 'success', content, ms: TOAST_MS });

/** What was done to which object; who does not see it hears of it elsewhere. */
export const showDone = (content: string) => show({ kind: 'toast', tone: 'success', content, isSaid: true, ms: TOAST_MS });
