import { blankPasswords, type TypedPasswords } from '#machines/change-password/change-password.machine.ts';

/** What is typed to change the own password, from its fields to the one call that sends the digests; outside of every machine. */
let typed: TypedPasswords = blankPasswords;

export const readPasswords = (): TypedPasswords => typed;

export const keepPasswords = (passwords: TypedPasswords): void => {
  typed = passwords;
};

export const forgetPasswords = (): void => {
  typed = blankPasswords;
};
