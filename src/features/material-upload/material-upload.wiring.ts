import { materialUploadMachine } from '#machines/material-upload/material-upload.machine.ts';
import { materialWorkshop } from '#src/parts/uploads/uploads.wiring.ts';

const path = '/material/upload';

/** Provides material upload with all actors. */
export const materialUpload = materialUploadMachine.provide({
  actors: { dj: materialWorkshop({ biz: 'dj', path, mine: true }), ec: materialWorkshop({ biz: 'ec', path, mine: true }) },
});
