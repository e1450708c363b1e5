import { type ComponentType, useEffect, useState } from 'react';
import type { VirtualWindowProps } from './virtual-window.tsx';

let arrived: ComponentType<VirtualWindowProps> | undefined;

/** The code that keeps a window over a long or wide table: few tables need it, so it is fetched with the first that does. */
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
      // Slow is better than nothing: then the whole table is drawn.
      () => isAwaited && setMissing(true),
    );
    return () => {
      isAwaited = false;
    };
  }, [wanted]);
  return { Window: wanted ? arrived : undefined, missing };
}
