import { createPickerMachine } from '../../kernel/list/picker.machine.ts';

export const rulePicker = createPickerMachine({ id: 'rulePicker', description: 'Rules that did something in a log, to choose from.' });
