import { type ComponentType, useEffect, useState } from 'react';
import type { VirtualWindowProps } from './virtual-window.tsx';

let arrived: ComponentType<VirtualWindowProps> | undefined;

/** Loads the virtualisation code for long or wide tables on demand, because few tables need it. */
export function useWindowCode(wanted: boolean): { Window: ComponentType<VirtualWindowProps> | undefined; missing: boolean } {
  const [, setArrival] = useState(arrived !== undefined);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    if (!wanted || arrived) return;
    let isAwaited = true;
    import('./virtual-window.tsx').then(
      (module) => {
        arrived = module.VirtualWindow;
        if (isAwaited) setArrival(true);
      },
      // Without it the whole table is rendered, slowly.
      () => isAwaited && setMissing(true),
    );
    return () => {
      isAwaited = false;
    };
  }, [wanted]);
  return { Window: wanted ? arrived : undefined, missing };
}
