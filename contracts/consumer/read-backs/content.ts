import { listBatches } from '#src/services/batches.service.ts';
import { listDramas } from '#src/services/dramas.service.ts';
import { evaluationDetail, listEvaluations } from '#src/services/evaluations.service.ts';
import { openUploads } from '#src/services/material-uploads.service.ts';
import { listMaterials, materialDetail, materialUsage } from '#src/services/materials.service.ts';
import { listPosts, postDetail } from '#src/services/posts.service.ts';
import { listProducts } from '#src/services/products.service.ts';
import { type ReadBacks, readBack } from './read-back.ts';

export const contentReadBacks: ReadBacks = {
  dramas: {
    'creates a drama': readBack(
      listDramas,
      '/api/material-dramas/list',
      { page: 1, page_size: 20 },
      { list: [{ title: '替身新娘', code: 'LOVE-01', language: 'en' }], total: 1 },
    ),
    'deletes a drama': readBack(listDramas, '/api/material-dramas/list', { page: 1, page_size: 20 }, { list: [], total: 0 }),
    'edits a drama': readBack(
      listDramas,
      '/api/material-dramas/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 51, version: 4, title: '改名' }], total: 1 },
    ),
    'switches a drama off': readBack(
      listDramas,
      '/api/material-dramas/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 51, status: 'off' }], total: 1 },
    ),
  },
  materials: {
    'archives all matching materials': readBack(materialDetail, '/api/material-files/detail', { id: 71 }, { status: 'archived' }),
    'assigns all matching materials to another product': readBack(
      materialDetail,
      '/api/material-files/detail',
      { id: 71 },
      { product: { id: 62, label: '杯' } },
    ),
    'deletes all matching materials': readBack(
      listMaterials,
      '/api/material-files/list',
      { page: 1, page_size: 20 },
      { list: [], total: 0 },
    ),
    'edits a material that was cut from another': readBack(
      materialDetail,
      '/api/material-files/detail',
      { id: 71 },
      { version: 3, language: 'es' },
    ),
    'changes all matching materials': readBack(materialDetail, '/api/material-files/detail', { id: 71 }, { language: 'es' }),
    'rereads the files of all matching materials': readBack(
      listBatches,
      '/api/op-batches/list',
      {},
      {
        list: [
          { type: 'material_edit', total: 1 },
          { type: 'material_edit', total: 3 },
        ],
        total: 2,
      },
    ),
    'changes the cover of a material': readBack(materialDetail, '/api/material-files/detail', { id: 71 }, { version: 3 }),
    'shares all matching materials': readBack(materialDetail, '/api/material-files/detail', { id: 71 }, { visibility: 'company' }),
    'copies all matching materials into accounts': readBack(
      materialUsage,
      '/api/material-files/usage',
      { id: 71 },
      { accounts: [{ id: 71, label: 'Account 2001' }] },
    ),
    'tags all matching materials': readBack(materialDetail, '/api/material-files/detail', { id: 71 }, { tags: ['甜宠', '新'] }),
    'lifts the block of all matching materials': readBack(
      listBatches,
      '/api/op-batches/list',
      {},
      {
        list: [
          { type: 'material_edit', total: 1 },
          { type: 'material_edit', total: 3 },
        ],
        total: 2,
      },
    ),
  },
  'material-uploads': {
    'cancels an upload': readBack(openUploads, '/api/material-uploads/list', { open: true }, { list: [] }),
    'finishes an upload': readBack(openUploads, '/api/material-uploads/list', { open: true }, { list: [] }),
    'begins an upload': readBack(
      openUploads,
      '/api/material-uploads/list',
      {},
      { list: [{ filename: 'cut.mp4', size: 1000, received: 0 }] },
    ),
  },
  products: {
    'creates a product': readBack(
      listProducts,
      '/api/material-products/list',
      { page: 1, page_size: 20 },
      { list: [{ name: '椅', sku: 'CHAIR', price: 4900 }, { id: 61 }], total: 2 },
    ),
    'deletes a product': readBack(listProducts, '/api/material-products/list', { page: 1, page_size: 20 }, { list: [], total: 0 }),
    'edits a product': readBack(
      listProducts,
      '/api/material-products/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 61, version: 3, name: '台灯' }], total: 1 },
    ),
    'imports products, in several batches if needed': readBack(
      listProducts,
      '/api/material-products/list',
      { page: 1, page_size: 20 },
      { total: 5 },
    ),
    'switches a product off': readBack(
      listProducts,
      '/api/material-products/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 61, status: 'off' }], total: 1 },
    ),
  },
  posts: {
    'creates a post on the channel': readBack(
      listPosts,
      '/api/ad-posts/list',
      { page: 1, page_size: 20 },
      { list: [{ type: 'video', message: '她回来了', call_to_action: 'WATCH_MORE' }], total: 1 },
    ),
    'creates several posts': readBack(
      listPosts,
      '/api/ad-posts/list',
      { page: 1, page_size: 20 },
      { list: [{ type: 'video', message: '她回来了', headline: '第一集' }], total: 1 },
    ),
    'deletes posts in two batches when one cannot hold them all': readBack(
      listPosts,
      '/api/ad-posts/list',
      { page: 1, page_size: 20 },
      { list: [], total: 0 },
    ),
    'edits a draft': readBack(postDetail, '/api/ad-posts/detail', { id: 81 }, { version: 3, message: '她走了' }),
    'creates drafts and failed posts in two batches when one cannot hold them all': readBack(
      postDetail,
      '/api/ad-posts/detail',
      { id: 81 },
      { status: 'ready' },
    ),
    'synchronises posts in two batches when one cannot hold them all': readBack(
      listBatches,
      '/api/op-batches/list',
      {},
      {
        list: [
          { type: 'post_sync', total: 1 },
          { type: 'post_sync', total: 3 },
        ],
        total: 2,
      },
    ),
  },
  evaluations: {
    'opens a round, which is scored at once': readBack(
      listEvaluations,
      '/api/analyse-evaluate/list',
      { page: 1 },
      { list: [{ language: 'en', stage: 'testing', round: 1 }], total: 1 },
    ),
    'decides a round': readBack(
      listEvaluations,
      '/api/analyse-evaluate/list',
      { decision: ['stop'], page: 1 },
      { list: [{ id: 21, version: 3, language: 'en', stage: 'stopped' }], total: 1 },
    ),
    'edits a round': readBack(evaluationDetail, '/api/analyse-evaluate/detail', { id: 21 }, { version: 3, test_budget_usd: 200000 }),
  },
};
