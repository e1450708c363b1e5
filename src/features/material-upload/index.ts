import { MaterialUploadPage } from './material-upload.page.tsx';
import { materialUpload } from './material-upload.wiring.ts';
import { messages } from './messages/index.ts';

export const page = { machine: materialUpload, View: MaterialUploadPage, messages };
