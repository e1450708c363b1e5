import { EvaluationPageView } from './evaluation.page.tsx';
import { dramaEvaluation } from './evaluation.wiring.ts';
import { messages } from './messages/index.ts';

export const page = { machine: dramaEvaluation, View: EvaluationPageView, messages };
