/**
 * The token of a person, from the field it is typed into to the one call that hands it in. It stands here, outside of every machine
 * and of what is drawn, so that a redraw of the page cannot lose it; whoever closes the form forgets it.
 */
let typed = '';

export const readToken = (): string => typed;

export const keepToken = (token: string): void => {
  typed = token;
};

export const forgetToken = (): void => {
  typed = '';
};
