export { sealAddress, sealSecret } from './targets.repository.ts';
