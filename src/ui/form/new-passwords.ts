/** Passwords that the server generated. They are kept here until their dialog is closed, and nowhere else. */
export interface NewPasswords {
  title: string;
  list: readonly { account: string; name?: string; password: string }[];
  /** Accounts without a new password, and the reason. */
  refused?: readonly { account: string; why: string }[];
  /** Saves the same content as a file. */
  save?: () => void;
}

let waiting: readonly NewPasswords[] = [];
const listeners = new Set<() => void>();

const change = (next: readonly NewPasswords[]) => {
  waiting = next;
  for (const listener of listeners) listener();
};

/** Shows passwords in a dialog until it is closed. A second call waits for the first. */
export const showNewPasswords = (passwords: NewPasswords): void => change([...waiting, passwords]);

/** The store behind `NewPasswordsDialog`. */
export const newPasswordsStore = {
  read: () => waiting[0],
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  close: () => change(waiting.slice(1)),
};
