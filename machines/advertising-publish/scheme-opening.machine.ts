import { createCommandMachine } from '../kernel/page/command.machine.ts';
import type { KnownScheme } from './scheme-rules.ts';

/** Loads the body of a scheme, which its row does not contain, before its form opens. `asOf`: time of the load in milliseconds. */
export const schemeOpening = createCommandMachine<{ id: number; name: string }, { scheme: KnownScheme; asOf: number }>({
  id: 'schemeOpening',
  description: 'Loads a scheme for editing.',
});
