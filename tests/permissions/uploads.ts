import type { ContentFixtures } from './content.ts';

const NOBODYS = '0f8fad5b-d9cb-469f-a165-70867728950e';
type Given = ContentFixtures & { next(): number; target: number };

/** A body that each call of uploads accepts. */
export const uploadBodies = {
  '/material-uploads/init': (fixtures: Given) => ({
    filename: 'cut.mp4',
    size: 1_000,
    sha256: fixtures.next().toString(16).padStart(64, '0'),
    mime: 'video/mp4',
    meta: {
      biz: 'dj',
      drama_id: fixtures.drama,
      language: 'en',
      creator_user_id: fixtures.target,
      visibility: 'dept',
      tags: [],
      title: '新素材',
    },
  }),
  '/material-uploads/finish': () => ({ upload_id: NOBODYS }),
  '/material-uploads/cancel': () => ({ upload_id: NOBODYS }),
  '/material-uploads/list': () => ({ open: true }),
};

type Row = readonly [string, string, string, string, string, string, string, string];
const page: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_PATH', 'ok', 'ok', 'NO_PATH', 'TOKEN_REVOKED'];
/** A caller with access can still end only their own uploads. */
const own: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_PATH', 'NOT_FOUND', 'NOT_FOUND', 'NO_PATH', 'TOKEN_REVOKED'];

/** Written by hand, like the whole matrix. */
export const uploadMatrix = {
  '/material-uploads/init': page,
  '/material-uploads/finish': own,
  '/material-uploads/cancel': own,
  '/material-uploads/list': page,
} as const;
