/**
 * The typed token, on its way from its field to the call that submits it. It is kept outside machines and React, so that a render cannot
 * lose it; closing the form clears it.
 */
let typed = '';

export const readToken = (): string => typed;

export const keepToken = (token: string): void => {
  typed = token;
};

export const forgetToken = (): void => {
  typed = '';
};
