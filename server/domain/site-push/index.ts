/* What the company's own sites push. */

export { requireKnownPlaces } from './known-places.ts';
export { findPushFaults } from './push-rules.ts';
export { createPushedSites } from './pushed-sites.ts';
export { findSignatureFault } from './signature.ts';
