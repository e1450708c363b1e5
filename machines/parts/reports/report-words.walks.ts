import { optionsWalk } from '../../kernel/kernel.walks.ts';
import type { MachineWalk } from '../../kernel/machine-walk.ts';
import { reportWords } from './report-page.machine.ts';

export const walks: MachineWalk[] = [optionsWalk(reportWords, { of: 'genres', value: 'revenge', label_zh: '复仇', label_en: 'Revenge' })];
