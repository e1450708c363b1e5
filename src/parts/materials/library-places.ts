/** Where the posts of chosen materials are written: that page opens with a form for them. */
export const postsOf = (ids: readonly number[]) => ({
  pathname: '/advertising/post',
  search: `?${new URLSearchParams({ new_posts: ids.join() })}`,
});

/** As many materials as one order of posts takes. */
export const POSTS_MOST = 50;

interface PublishedMaterials {
  biz: string;
  ids: readonly number[];
  /** The drama or product of all of them, where the list is narrowed to one. */
  contentId: number | undefined;
}

/** The publish wizard with the chosen materials preselected. */
export const toPublish = ({ biz, ids, contentId }: PublishedMaterials) => ({
  pathname: '/advertising/publish',
  search: `?${new URLSearchParams({
    tab: 'publish',
    material_biz: biz,
    ...(contentId !== undefined && { content_id: String(contentId) }),
    material_ids: ids.join(),
  })}`,
});

/** The maximum number of materials per publish. */
export const MAX_PUBLISHED = 200;

/** Reports about one material. Only videos have figures of their own. */
export const REPORTS = { data: '/analyse/video', orders: '/analyse/material' } as const;
