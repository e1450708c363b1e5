export { eventsOf } from './entity-events.ts';
export { type EventActor, type NewEvent, noteEvents } from './note-events.ts';
