import type { Call } from '../call.ts';
import { evaluationExportCalls } from './evaluations.exports.ts';
import { evaluationCalls } from './evaluations.routes.ts';

/** Every call of drama evaluations. */
export const evaluationAreaCalls: readonly Call[] = [...evaluationCalls, ...evaluationExportCalls];
