/** Personal accounts as two pages show them: of ours, and of holders we host for. The machine with its actors: `use-persons.ts`. */
export { PersonsPage } from './persons.page.tsx';
