import { materialUploadMachine } from '#machines/material-upload/material-upload.machine.ts';
import { tabbedPageWith } from '#src/parts/lists/tabbed-page.wiring.ts';
import { materialLibrary } from '#src/parts/uploads/material-library.wiring.ts';

const path = '/material/upload';

/** Provides material upload with all actors. */
export const materialUpload = tabbedPageWith(materialUploadMachine, {
  dj: materialLibrary({ biz: 'dj', path, mine: true }),
  ec: materialLibrary({ biz: 'ec', path, mine: true }),
});
