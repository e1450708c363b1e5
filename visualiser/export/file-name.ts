/** What a file of this machine is called, in whatever folder: `workspace.tab`, `Which-door`. */
export const fileName = (machine: string): string => machine.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '') || 'machine';
