export { schemeVisible } from './scheme-scope.ts';
