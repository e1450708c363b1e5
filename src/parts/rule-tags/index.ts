export { ResultTag, RunTag } from './rule-tags.tsx';
