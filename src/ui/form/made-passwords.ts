/** Passwords that the server generated. They are kept here until their dialog is closed, and nowhere else. */
export interface MadePasswords {
  title: string;
  list: readonly { account: string; name?: string; password: string }[];
  /** Accounts without a new password, and the reason. */
  refused?: readonly { account: string; why: string }[];
  /** Saves the same content as a file. */
  save?: () => void;
}

let waiting: readonly MadePasswords[] = [];
const listeners = new Set<() => void>();

const change = (next: readonly MadePasswords[]) => {
  waiting = next;
  for (const listener of listeners) listener();
};

/** Shows passwords in a dialog until it is closed. A second call waits for the first. */
export const showMadePasswords = (made: MadePasswords): void => change([...waiting, made]);

/** The store behind `NewPasswordsDialog`. */
export const madePasswords = {
  read: () => waiting[0],
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  close: () => change(waiting.slice(1)),
};
