import { useEffect } from 'react';

/** Asks for options as soon as something that shows them stands on the screen. */
export function useWanted(options: { send: (event: { type: 'options.wanted' }) => void }, isWanted = true): void {
  useEffect(() => {
    if (isWanted) options.send({ type: 'options.wanted' });
  }, [options, isWanted]);
}
