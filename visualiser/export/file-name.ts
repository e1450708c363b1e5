/** A safe file name for a machine: `workspace.tab`, `Which-door`. */
export const toFileName = (machine: string): string => machine.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '') || 'machine';
