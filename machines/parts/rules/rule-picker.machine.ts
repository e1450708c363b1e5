import { createPickerMachine } from '../../kernel/list/picker.machine.ts';

export const rulePicker = createPickerMachine({ id: 'rulePicker', description: 'Rules of managed accounts, to choose from.' });
