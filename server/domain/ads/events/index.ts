import type { Call } from '../../call.ts';
import { adLogCalls } from './ad-logs.routes.ts';

export { eventsOf } from './entity-events.ts';
export { type EventActor, type NewEvent, noteEvents } from './note-events.ts';

/** Every call of the logs of closes and removals. */
export const eventCalls: readonly Call[] = [...adLogCalls];
