export { isTaggedWithin } from '#machines/kernel/tagged-within.ts';
