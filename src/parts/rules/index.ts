/** Rules of managed accounts and their hits, as tabs of a page. The machines with their actors are in `rules.wiring.ts`. */
export { hitsTab, rulesTab } from './rules.tabs.tsx';
