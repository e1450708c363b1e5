/** Where the posts of chosen materials are written: that page opens with a form for them. */
export const postsOf = (ids: readonly number[]) => ({
  pathname: '/advertising/post',
  search: `?${new URLSearchParams({ new_posts: ids.join() })}`,
});

/** As many materials as one order of posts takes. */
export const POSTS_MOST = 50;
