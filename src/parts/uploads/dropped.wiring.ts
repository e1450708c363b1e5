import { droppedFiles } from '#src/platform/dropped-files.ts';

/** The files that were dropped, those inside of folders too. */
export const readDropped = (transfer: DataTransfer): Promise<File[]> => droppedFiles(transfer);
