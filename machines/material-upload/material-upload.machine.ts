import type { ActorRefFrom } from 'xstate';
import { createTabbedPageMachine } from '../kernel/page/tabbed-page.machine.ts';
import { dramaLibrary, productLibrary } from '../parts/uploads/material-library.machine.ts';

/** The upload page, with a tab for each business line. */
export const materialUploadMachine = createTabbedPageMachine({
  id: 'materialUpload',
  description: 'Uploads of short drama and e-commerce materials, each under its tab.',
  tabs: { dj: dramaLibrary, ec: productLibrary },
});

export type MaterialUpload = ActorRefFrom<typeof materialUploadMachine>;
