import { useEffect } from 'react';

/** Loads options once a view that shows them is mounted. */
export function useLoadOptions(options: { send: (event: { type: 'options.opened' }) => void }, isNeeded = true): void {
  useEffect(() => {
    if (isNeeded) options.send({ type: 'options.opened' });
  }, [options, isNeeded]);
}
