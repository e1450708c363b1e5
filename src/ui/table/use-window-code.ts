import { type ComponentType, useEffect, useState } from 'react';
import type { VirtualWindowProps } from './virtual-window.tsx';

let loaded: ComponentType<VirtualWindowProps> | undefined;

/** Loads the virtualisation code for long or wide tables on demand, because few tables need it. */
export function useWindowCode(isNeeded: boolean): { Window: ComponentType<VirtualWindowProps> | undefined; missing: boolean } {
  const [, setArrival] = useState(loaded !== undefined);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    if (!isNeeded || loaded) return;
    let isAwaited = true;
    import('./virtual-window.tsx').then(
      (module) => {
        loaded = module.VirtualWindow;
        if (isAwaited) setArrival(true);
      },
      // Without it the whole table is rendered, slowly.
      () => isAwaited && setMissing(true),
    );
    return () => {
      isAwaited = false;
    };
  }, [isNeeded]);
  return { Window: isNeeded ? loaded : undefined, missing };
}
