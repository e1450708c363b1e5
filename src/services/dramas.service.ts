import { call, fileCall } from './call.ts';

const row = {
  id: true,
  version: true,
  code: true,
  title: true,
  title_en: true,
  language: true,
  genres: true,
  episodes_total: true,
  free_episodes: true,
  price_model: true,
  stage: true,
  status: true,
  target_roi_d0_bp: true,
  online_at: true,
  copyright_until: true,
  cover_url: true,
  materials: true,
  running: true,
  created_at: true,
  can: true,
} as const;

export const listDramas = call('/material-dramas/list', { list: [row], total: true });
export const createDrama = call('/material-dramas/create', row);
export const editDrama = call('/material-dramas/edit', row);
export const setDramaStatus = call('/material-dramas/set_status', row);
export const deleteDrama = call('/material-dramas/delete', {});
export const simpleDramas = call('/material-dramas/simple_list', {
  list: [{ id: true, label: true, sub: true, status: true, disabled: true }],
  total: true,
});
export const exportDramas = fileCall('/material-dramas/export');
