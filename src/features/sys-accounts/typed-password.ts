/**
 * The password of a new account, from the field it is typed into to the one call that sends its digest. It stands here,
 * outside of every machine and of what is drawn, so that a redraw of the page cannot lose it; whoever closes the form forgets it.
 */
let typed = '';

export const readPassword = (): string => typed;

export const keepPassword = (password: string): void => {
  typed = password;
};

export const forgetPassword = (): void => {
  typed = '';
};
