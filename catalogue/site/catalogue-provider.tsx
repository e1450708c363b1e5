import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type Place, toHash } from '#catalogue/machines/catalogue-place.ts';
import { useLocaleName } from '#src/locale/text-provider.tsx';
import type { Catalogue, CatalogueCall, CatalogueReason, CatalogueState, Words } from '../catalogue.ts';
import { createSearchItems, type SearchItem } from './search.ts';

/** The catalogue with lookups. */
export interface CatalogueIndex {
  catalogue: Catalogue;
  calls: ReadonlyMap<string, CatalogueCall>;
  reasons: ReadonlyMap<string, CatalogueReason>;
  states: ReadonlyMap<string, CatalogueState>;
  /** In the order of the catalogue. */
  resources: readonly { name: string; calls: CatalogueCall[] }[];
  /** Titles of the console's pages, by path. */
  pages: ReadonlyMap<string, Words>;
  items: readonly SearchItem[];
}

function indexCatalogue(catalogue: Catalogue): CatalogueIndex {
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
    items: createSearchItems(catalogue),
  };
}

const CatalogueContext = createContext<CatalogueIndex | undefined>(undefined);

export function CatalogueProvider({ catalogue, children }: { catalogue: Catalogue; children: ReactNode }) {
  const index = useMemo(() => indexCatalogue(catalogue), [catalogue]);
  return <CatalogueContext value={index}>{children}</CatalogueContext>;
}

/** Throws outside of a `CatalogueProvider`, because nothing is shown before the catalogue is loaded. */
export function useCatalogue(): CatalogueIndex {
  const index = useContext(CatalogueContext);
  if (!index) throw new Error('no catalogue is provided');
  return index;
}

/** Returns a function that picks the user's language. */
export function useWords(): (words: Words) => string {
  const isEnglish = useLocaleName() === 'en';
  return useMemo(() => (words) => (isEnglish ? words.en : words.zh), [isEnglish]);
}

/** A link to a place. */
export function PlaceLink({ to, className, children }: { to: Place; className?: string; children: ReactNode }) {
  return (
    <a href={toHash(to)} className={className ?? 'ads-cat-link'}>
      {children}
    </a>
  );
}

export const CallLink = ({ name }: { name: string }) => (
  <PlaceLink to={{ kind: 'call', name, example: '' }} className="ads-cat-link ads-cat-code">
    {name}
  </PlaceLink>
);
