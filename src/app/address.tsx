import { useEffect, useRef } from 'react';
import { type NavigateFunction, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import type { Place } from '#machines/guard/decide.ts';
import type { HistoryStep } from '#machines/kernel/page/page-contract.ts';

/** Marks what the console wrote into the address itself, so that it is not taken for an order. */
const OWN = { by: 'console' };

const isOwn = (state: unknown): boolean => typeof state === 'object' && state !== null && Reflect.get(state, 'by') === OWN.by;

const tabIn = (state: unknown): string | undefined => {
  const tab: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'tab') : undefined;
  return typeof tab === 'string' ? tab : undefined;
};

/** The only writer of addresses, and the only reader: a machine's wish becomes a step of the router, its steps become events. */
export interface Address {
  redirect: (href: string) => void;
  /** As a link would: the guard decides what is there. */
  go: (place: { path: string; search: string }) => void;
  /** Says where the reader stands now, and in which working tab. */
  write: (place: { path: string; search: string; how: HistoryStep; tab: string }) => void;
  /** Hands over the router's own function, once it is there. */
  connect: (navigate: NavigateFunction) => void;
}

export function createAddress(): Address {
  let navigate: NavigateFunction | undefined;
  return {
    redirect: (href) => void navigate?.(href, { replace: true }),
    go: ({ path, search }) => void navigate?.({ pathname: path, search }),
    write: ({ path, search, how, tab }) =>
      void navigate?.({ pathname: path, search }, { replace: how === 'replace', state: { ...OWN, tab } }),
    connect: (given) => {
      navigate = given;
    },
  };
}

interface FollowerProps {
  address: Address;
  /** A link, a step through the history, an address typed by hand. */
  onArrived: (place: Place) => void;
  /** What the console wrote itself. */
  onFollowed: (place: Place) => void;
}

/** Stands inside of the router and tells every new address once. */
export function AddressFollower({ address, onArrived, onFollowed }: FollowerProps) {
  const location = useLocation();
  const kind = useNavigationType();
  const navigate = useNavigate();
  const last = useRef<unknown>(undefined);

  useEffect(() => address.connect(navigate), [address, navigate]);
  useEffect(() => {
    if (location === last.current) return;
    last.current = location;
    const { pathname, search, hash, state } = location;
    const told = isOwn(state) && kind !== 'POP' ? onFollowed : onArrived;
    told({ pathname, search, hash, isStep: kind === 'POP', tab: tabIn(state) });
  }, [location, kind, onArrived, onFollowed]);
  return null;
}
