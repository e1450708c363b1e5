export { AlertList } from './alert-list.tsx';
export { ConsoleLink } from './console-link.tsx';
export { HomeBlock } from './home-block.tsx';
