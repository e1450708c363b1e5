export { loadEntityEvents } from './entity-events.ts';
export { type EventActor, type NewEvent, writeEvents } from './note-events.ts';
