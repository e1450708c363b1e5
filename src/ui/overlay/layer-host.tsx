import { createContext, type ReactNode, useContext } from 'react';

const Host = createContext<HTMLElement | undefined>(undefined);

/** Renders the layers of a page above that page only, so that menu, header and other tabs stay reachable. */
export function LayerHost({ element, children }: { element: HTMLElement; children: ReactNode }) {
  return <Host value={element}>{children}</Host>;
}

/** Undefined where a layer covers everything. */
export const useLayerHost = (): HTMLElement | undefined => useContext(Host);
