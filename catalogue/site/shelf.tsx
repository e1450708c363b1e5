import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { hashOf, type Place } from '#catalogue/machines/catalogue-place.ts';
import { useLocaleName } from '#src/locale/text-provider.tsx';
import type { Catalogue, CatalogueCall, CatalogueReason, CatalogueState, Words } from '../catalogue.ts';
import { type Findable, findables } from './search.ts';

/** The catalogue with its indexes. */
export interface Shelf {
  catalogue: Catalogue;
  calls: ReadonlyMap<string, CatalogueCall>;
  reasons: ReadonlyMap<string, CatalogueReason>;
  states: ReadonlyMap<string, CatalogueState>;
  /** In the order of the catalogue. */
  resources: readonly { name: string; calls: CatalogueCall[] }[];
  /** Titles of the pages of the console, by path. */
  pages: ReadonlyMap<string, Words>;
  items: readonly Findable[];
}

function shelfOf(catalogue: Catalogue): Shelf {
  const resources = new Map<string, CatalogueCall[]>();
  const pages = new Map<string, Words>();
  for (const call of catalogue.calls) {
    resources.set(call.resource, [...(resources.get(call.resource) ?? []), call]);
    for (const { page } of call.uses) if (page) pages.set(page.path, page.title);
  }
  return {
    catalogue,
    calls: new Map(catalogue.calls.map((call) => [call.name, call])),
    reasons: new Map(catalogue.reasons.map((reason) => [reason.reason, reason])),
    states: new Map(catalogue.states.map((state) => [state.name, state])),
    resources: [...resources].map(([name, calls]) => ({ name, calls })),
    pages,
    items: findables(catalogue),
  };
}

const ShelfContext = createContext<Shelf | undefined>(undefined);

export function ShelfProvider({ catalogue, children }: { catalogue: Catalogue; children: ReactNode }) {
  const shelf = useMemo(() => shelfOf(catalogue), [catalogue]);
  return <ShelfContext value={shelf}>{children}</ShelfContext>;
}

/** Throws outside of a `ShelfProvider`: nothing of the catalogue is drawn before it is there. */
export function useShelf(): Shelf {
  const shelf = useContext(ShelfContext);
  if (!shelf) throw new Error('no catalogue is provided');
  return shelf;
}

/** Picks the language of the reader. */
export function useWords(): (words: Words) => string {
  const isEnglish = useLocaleName() === 'en';
  return useMemo(() => (words) => (isEnglish ? words.en : words.zh), [isEnglish]);
}

/** A link to a place; `children` is read as it stands. */
export function PlaceLink({ to, className, children }: { to: Place; className?: string; children: ReactNode }) {
  return (
    <a href={hashOf(to)} className={className ?? 'ads-cat-link'}>
      {children}
    </a>
  );
}

export const CallLink = ({ name }: { name: string }) => (
  <PlaceLink to={{ kind: 'call', name, example: '' }} className="ads-cat-link ads-cat-code">
    {name}
  </PlaceLink>
);
