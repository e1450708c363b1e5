import { readDroppedFiles } from '#src/platform/dropped-files.ts';

/** Returns the dropped files, including those inside folders. */
export const readDropped = (transfer: DataTransfer): Promise<File[]> => readDroppedFiles(transfer);
