import { useEffect } from 'react';

/** Loads options once a view that shows them is mounted. */
export function useWanted(options: { send: (event: { type: 'options.wanted' }) => void }, isWanted = true): void {
  useEffect(() => {
    if (isWanted) options.send({ type: 'options.wanted' });
  }, [options, isWanted]);
}
