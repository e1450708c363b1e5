import { createBrowserRouter } from 'react-router-dom';
import type { HistoryStep } from '#machines/kernel/page-contract.ts';
import type { Place } from '#machines/guard/decide.ts';

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe' | 'navigate'>;

/** Marks what the console wrote into the address itself, so that it is not taken for an order. */
const OWN = { by: 'console' };

const isOwn = (state: unknown): boolean => typeof state === 'object' && state !== null && Reflect.get(state, 'by') === OWN.by;

export const redirect = (router: Router, href: string): void => void router.navigate(href, { replace: true });

export const writeSearch = (router: Router, search: string, how: HistoryStep): void => {
  const { pathname } = router.state.location;
  void router.navigate({ pathname, search }, { replace: how === 'replace', state: OWN });
};

/** Tells every new address once. What the console wrote itself is `followed`; a step through the history always is an arrival. */
export function followAddress(router: Router, told: { arrived: (place: Place) => void; followed: (place: Place) => void }): () => void {
  let last: unknown;
  const look = ({ location, historyAction }: Router['state']) => {
    if (location === last) return;
    last = location;
    const { pathname, search, hash } = location;
    if (isOwn(location.state) && historyAction !== 'POP') told.followed({ pathname, search, hash });
    else told.arrived({ pathname, search, hash });
  };
  look(router.state);
  return router.subscribe(look);
}
