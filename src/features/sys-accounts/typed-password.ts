/**
 * The typed password of a new account, on its way from its field to the call that sends its digest. It is kept outside machines and
 * React, so that a render cannot lose it; closing the form clears it.
 */
let typed = '';

export const readPassword = (): string => typed;

export const keepPassword = (password: string): void => {
  typed = password;
};

export const forgetPassword = (): void => {
  typed = '';
};
