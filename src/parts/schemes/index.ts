export { type SchemeReference, useSchemeFormat, useSchemeLabels } from './scheme-words.ts';
export { SchemelessSpend } from './schemeless-spend.tsx';
