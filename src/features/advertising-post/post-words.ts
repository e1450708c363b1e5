import type { PostRow } from '#machines/advertising-post/post-rules.ts';
import type { StatusKind } from '#src/ui/text/status-tag.tsx';

/** The look of each status. */
export const statusKinds: Readonly<Record<PostRow['status'], StatusKind>> = {
  draft: 'muted',
  creating: 'info',
  ready: 'ok',
  failed: 'error',
  lost: 'warn',
  deleted: 'muted',
};
