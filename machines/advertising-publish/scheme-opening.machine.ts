import { createCommandMachine } from '../kernel/page/command.machine.ts';
import type { KnownScheme } from './scheme-rules.ts';

/** What a scheme says is not in its row: it is asked for before its form opens. `asOf`: when that was, in milliseconds. */
export const schemeOpening = createCommandMachine<{ id: number; name: string }, { scheme: KnownScheme; asOf: number }>({
  id: 'schemeOpening',
  description: 'A scheme is asked for, to be edited.',
});
