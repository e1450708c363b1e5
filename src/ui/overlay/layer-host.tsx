import { createContext, type ReactNode, useContext } from 'react';

const Host = createContext<HTMLElement | undefined>(undefined);

/** Where the layers of a page stand: above that page only, so that menu, header and other tabs stay within reach. */
export function LayerHost({ element, children }: { element: HTMLElement; children: ReactNode }) {
  return <Host value={element}>{children}</Host>;
}

/** Undefined where a layer stands above everything. */
export const useLayerHost = (): HTMLElement | undefined => useContext(Host);
