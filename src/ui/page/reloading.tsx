import { createContext, useContext } from 'react';

const ReloadContext = createContext<() => void>(() => window.location.reload());

/** Who knows what would be lost with the page says how it is reloaded; without a provider it is simply reloaded. */
export const ReloadProvider = ReloadContext.Provider;

/** Reloads the window; where something typed would be lost, the reader is asked first. */
export const useReload = (): (() => void) => useContext(ReloadContext);
