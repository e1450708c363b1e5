import { useEffect } from 'react';

/** Asks for options as soon as something that shows them stands on the screen. */
export function useWanted(options: { send: (event: { type: 'options.wanted' }) => void }): void {
  useEffect(() => options.send({ type: 'options.wanted' }), [options]);
}
