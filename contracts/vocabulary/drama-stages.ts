/** Where a drama is in its life. */
export const dramaStages = ['new', 'testing', 'scaling', 'declining', 'stopped'] as const;
