import type { Words } from '#contracts/vocabulary/vocabulary.ts';

/** Provider states of posts. */
export interface PostSituations {
  'a post exists': {
    id: number;
    version: number;
    status: 'draft' | 'ready';
    homepage_id: number;
    material_id: number;
    landing_page_id: number;
    owner: number;
  };
}

type Meanings = {
  readonly [N in keyof PostSituations]: {
    readonly meaning: Words;
    readonly params: { readonly [P in keyof PostSituations[N]]: Words };
  };
};

export const postMeanings: Meanings = {
  'a post exists': {
    meaning: {
      zh: '有一个帖子：视频，正文“她回来了”，标题“第一集”，没有描述，行动号召按钮 WATCH_MORE，公开，定时在一天之后。已就绪的在平台上，编号是主页的编号加 _1，可投放，同步过。',
      en: 'There is a post: a video, text 她回来了, headline 第一集, without description, call to action WATCH_MORE, published, scheduled for a day from now. One that is ready is on the platform under the number of its page and _1, eligible, synchronised before.',
    },
    params: {
      id: { zh: '编号。', en: 'Its id.' },
      version: { zh: '乐观锁的版本。', en: 'Of the optimistic lock.' },
      status: { zh: '状态。', en: 'Its status.' },
      homepage_id: { zh: '主页，已存在。', en: 'Its Page, which exists.' },
      material_id: { zh: '素材，已存在。', en: 'Its creative, which exists.' },
      landing_page_id: { zh: '落地页，已存在。', en: 'Its landing page, which exists.' },
      owner: { zh: '负责人，已存在。', en: 'Its owner, who exists.' },
    },
  },
};
