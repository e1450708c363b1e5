/** Personal accounts on two pages: our own, and those of holders we host for. The machine with its actors is in `persons.wiring.ts`. */
export { PersonsPage } from './persons.page.tsx';
