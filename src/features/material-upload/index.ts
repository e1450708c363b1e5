import { MaterialUploadPage } from './material-upload.page.tsx';
import { messages } from './messages/index.ts';
import { materialUpload } from './use-material-upload.ts';

export const page = { machine: materialUpload, View: MaterialUploadPage, messages };
