import type { ActorRefFrom } from 'xstate';
import { createTabbedPageMachine } from '../kernel/page/tabbed-page.machine.ts';
import { dramaLibrary, productLibrary } from '../parts/uploads/material-library.machine.ts';

/** Files are uploaded and followed, apart for each line of business. */
export const materialUploadMachine = createTabbedPageMachine({
  id: 'materialUpload',
  description: 'Files that somebody uploads, and what became of them: short drama and e-commerce, each under its tab.',
  tabs: { dj: dramaLibrary, ec: productLibrary },
});

export type MaterialUpload = ActorRefFrom<typeof materialUploadMachine>;
