import { batchStart, startedBatch } from './batches.service.ts';
import { call, fileCall } from './call.ts';

const row = {
  id: true,
  version: true,
  homepage: { id: true, label: true },
  type: true,
  material: { id: true, label: true },
  cover_url: true,
  message: true,
  headline: true,
  description: true,
  call_to_action: true,
  link_url: true,
  landing: { id: true, label: true },
  content: { id: true, label: true },
  published: true,
  scheduled_at: true,
  status: true,
  eligible: true,
  platform_post_id: true,
  use_count: true,
  reactions: true,
  comments: true,
  shares: true,
  synced_at: true,
  owner: { id: true, label: true },
  error: true,
  created_at: true,
  can: true,
} as const;

export const listPosts = call('/ad-posts/list', { list: [row], total: true });
export const postDetail = call('/ad-posts/detail', row);
export const simplePosts = call('/ad-posts/simple_list', {
  list: [{ id: true, label: true, sub: true, status: true, disabled: true }],
  total: true,
});
export const createPost = call('/ad-posts/create', { id: true, ...startedBatch });
export const createPosts = call('/ad-posts/batch_create', startedBatch);
export const editPost = call('/ad-posts/edit', row);
export const retryPosts = call('/ad-posts/retry', batchStart);
export const syncPosts = call('/ad-posts/sync', batchStart);
export const deletePosts = call('/ad-posts/delete', batchStart);
export const exportPosts = fileCall('/ad-posts/export');
