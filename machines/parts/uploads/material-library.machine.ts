import type { ActorRefFrom } from 'xstate';
import { createListPage } from '../../kernel/page/list-page.machine.ts';
import { adAccountPicker, staffPicker } from '../assets/asset-pickers.machine.ts';
import {
  materialBatch,
  materialDownload,
  materialForm,
  materialGlance,
  materialLanguages,
  materialLineage,
  materialList,
  materialPreview,
  materialTags,
  materialTools,
  materialUse,
  monthOutput,
} from '../materials/material-parts.machine.ts';
import { dramaPicker, materialPicker, productPicker } from '../materials/material-pickers.machine.ts';
import { materialQuery } from '../materials/material-rules.ts';
import { dramaUploads, productUploads, type UploadQueueMachine } from './upload-queue.machine.ts';

/** There may be new tags. */
const tagsChanged = { tags: { type: 'options.invalidated' } } as const;

/** The materials of one business line, and the queue of files that become materials. */
const createMaterialLibrary = (named: { id: string; description: string; uploads: UploadQueueMachine }) => {
  const { id, description, uploads } = named;
  return createListPage({
    id,
    description,
    query: materialQuery,
    list: materialList,
    tools: materialTools,
    parts: {
      form: materialForm,
      batch: materialBatch,
      preview: materialPreview,
      glance: materialGlance,
      use: materialUse,
      lineage: materialLineage,
      download: materialDownload,
      month: monthOutput,
      uploads,
    },
    choices: {
      dramas: dramaPicker,
      products: productPicker,
      creators: staffPicker,
      parents: materialPicker,
      accounts: adAccountPicker,
      languages: materialLanguages,
      tags: materialTags,
    },
    unseen: { dramas: 'drama_id', products: 'product_id', creators: ['creator_user_id', 'uploader_user_id'] },
    replacesRow: ['form.saved'],
    batches: ['batch'],
    on: {
      'page.seen': { uploads: { type: 'uploads.seen' } },
      'page.refreshRequested': { uploads: { type: 'uploads.seen' } },
      'form.saved': tagsChanged,
      'batch.finished': tagsChanged,
      'uploads.changed': { list: { type: 'list.refreshDue' }, ...tagsChanged },
    },
  });
};

export const dramaLibrary = createMaterialLibrary({
  id: 'dramaLibrary',
  description: 'Materials of short dramas: uploaded, described, tagged, shared, copied into ad accounts, archived, deleted.',
  uploads: dramaUploads,
});

export const productLibrary = createMaterialLibrary({
  id: 'productLibrary',
  description: 'Materials of e-commerce: uploaded, described, tagged, shared, copied into ad accounts, archived, deleted.',
  uploads: productUploads,
});

export type MaterialLibrary = ActorRefFrom<typeof dramaLibrary>;
