import { call } from './call.ts';

export const initUpload = call('/material-uploads/init', { upload_id: true, url: true, chunk_size: true, received: true });
export const finishUpload = call('/material-uploads/finish', { material_id: true, status: true });
export const cancelUpload = call('/material-uploads/cancel', {});
export const openUploads = call('/material-uploads/list', {
  list: [
    {
      upload_id: true,
      filename: true,
      size: true,
      sha256: true,
      url: true,
      chunk_size: true,
      received: true,
      status: true,
      expires_at: true,
      meta: {
        biz: true,
        drama_id: true,
        product_id: true,
        language: true,
        creator_user_id: true,
        visibility: true,
        tags: true,
        title: true,
      },
      content: true,
    },
  ],
});
