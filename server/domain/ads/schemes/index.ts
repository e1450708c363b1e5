export { findComparedBodies, loadSchemeSummaries, loadVersionSummaries } from './scheme-summaries.query.ts';
