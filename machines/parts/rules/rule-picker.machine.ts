import { createPickerMachine } from '../../kernel/list/picker.machine.ts';

export const rulePicker = createPickerMachine({ id: 'rulePicker', description: 'Rules to choose from, to filter what they did.' });
