import { createContext, useContext } from 'react';

const ReloadContext = createContext<() => void>(() => window.location.reload());

/** Provides a reload that asks before typed values are lost; without a provider the window is simply reloaded. */
export const ReloadProvider = ReloadContext.Provider;

/** Reloads the window, asking first where typed values would be lost. */
export const useReload = (): (() => void) => useContext(ReloadContext);
