import {
  choiceFilter,
  columnKeys,
  firstDayFilter,
  flagFilter,
  keywordFilter,
  lastDayFilter,
  markFilter,
  referenceFilter,
  type Words,
  type WordsOf,
  yesNoWords,
} from './vocabulary.ts';

export const postTypes = ['video', 'image', 'link'] as const;
export type PostType = (typeof postTypes)[number];
export const postTypeWords: WordsOf<PostType> = {
  video: { zh: '视频', en: 'Video' },
  image: { zh: '图片', en: 'Image' },
  link: { zh: '链接', en: 'Link' },
};
/** The API description of the type. */
export const postTypeNote: Words = {
  zh: 'video 用视频素材；image 与 link 用图片素材。',
  en: 'video shows a video; image and link show a picture.',
};

/** The statuses of listed posts. Deleted posts are never listed. */
export const listedPostStatuses = ['draft', 'creating', 'ready', 'failed', 'lost'] as const;
export const postStatuses = [...listedPostStatuses, 'deleted'] as const;
export type PostStatus = (typeof postStatuses)[number];
export const postStatusWords: WordsOf<PostStatus> = {
  draft: { zh: '草稿', en: 'Draft' },
  creating: { zh: '创建中', en: 'Creating' },
  ready: { zh: '已就绪', en: 'Ready' },
  failed: { zh: '创建失败', en: 'Failed' },
  lost: { zh: '平台丢失', en: 'Missing' },
  deleted: { zh: '已删除', en: 'Deleted' },
};
/** The API description of the status. */
export const postStatusNote: Words = {
  zh: 'lost：平台上已不存在；deleted 只会出现在日志与批次里，列表里没有。',
  en: 'lost is gone on the platform; deleted is seen in logs and batches, never in a list.',
};

/** The call-to-action buttons of posts. */
export const callsToAction = [
  'WATCH_MORE',
  'LEARN_MORE',
  'SHOP_NOW',
  'INSTALL_MOBILE_APP',
  'SIGN_UP',
  'SUBSCRIBE',
  'PLAY_GAME',
  'BUY_NOW',
  'GET_OFFER',
  'NO_BUTTON',
] as const;
export type CallToAction = (typeof callsToAction)[number];
export const callToActionWords: WordsOf<CallToAction> = {
  WATCH_MORE: { zh: '观看更多', en: 'Watch more' },
  LEARN_MORE: { zh: '了解更多', en: 'Learn more' },
  SHOP_NOW: { zh: '去逛逛', en: 'Shop now' },
  INSTALL_MOBILE_APP: { zh: '安装应用', en: 'Install app' },
  SIGN_UP: { zh: '注册', en: 'Sign up' },
  SUBSCRIBE: { zh: '订阅', en: 'Subscribe' },
  PLAY_GAME: { zh: '玩游戏', en: 'Play game' },
  BUY_NOW: { zh: '立即购买', en: 'Buy now' },
  GET_OFFER: { zh: '领取优惠', en: 'Get offer' },
  NO_BUTTON: { zh: '无按钮', en: 'No button' },
};

/** The ways to combine materials and homepages into several posts. */
export const combinations = ['each', 'rotate'] as const;
export type PostCombination = (typeof combinations)[number];
export const combinationWords: WordsOf<PostCombination> = {
  each: { zh: '每素材每主页一帖', en: 'One post per creative and Page' },
  rotate: { zh: '主页轮流', en: 'Rotate Pages' },
};

export const postSortable = ['headline', 'homepage', 'status', 'use_count', 'reactions', 'comments', 'shares', 'created_at'] as const;

export const postColumnWords = {
  headline: { zh: '标题', en: 'Headline' },
  message: { zh: '正文', en: 'Primary text' },
  description: { zh: '描述', en: 'Description' },
  homepage: { zh: '主页', en: 'Page' },
  type: { zh: '类型', en: 'Type' },
  status: { zh: '状态', en: 'Status' },
  published: { zh: '已公开', en: 'Public' },
  scheduled_at: { zh: '定时公开', en: 'Scheduled for' },
  content: { zh: '剧目/商品', en: 'Drama or product' },
  material: { zh: '素材', en: 'Creative' },
  landing: { zh: '落地页', en: 'Landing page' },
  link_url: { zh: '链接', en: 'URL' },
  call_to_action: { zh: '行动号召按钮', en: 'Call to action' },
  use_count: { zh: '使用次数', en: 'Used in ads' },
  reactions: { zh: '赞', en: 'Reactions' },
  comments: { zh: '评论', en: 'Comments' },
  shares: { zh: '分享', en: 'Shares' },
  platform_post_id: { zh: '帖子 ID', en: 'Post ID' },
  eligible: { zh: '可投放', en: 'Eligible for ads' },
  owner: { zh: '创建人', en: 'Owner' },
  created_at: { zh: '创建时间', en: 'Created' },
  error: { zh: '错误', en: 'Error' },
} satisfies Record<string, Words>;
export const postExportColumns = columnKeys(postColumnWords);

export const postFilters = {
  keyword: keywordFilter(
    { zh: '正文、标题或帖子 ID', en: 'Text, headline or post ID' },
    { zh: '正文或标题的一部分，或平台的编号。', en: 'Part of the text or headline, or the number of the platform.' },
  ),
  homepage_id: referenceFilter(postColumnWords.homepage),
  status: choiceFilter(postColumnWords.status, { values: postStatuses, words: postStatusWords, note: postStatusNote }),
  drama_id: referenceFilter({ zh: '剧目', en: 'Drama' }),
  type: choiceFilter(postColumnWords.type, { values: postTypes, words: postTypeWords, note: postTypeNote }),
  published: flagFilter(postColumnWords.published, yesNoWords),
  usable: markFilter(
    { zh: '仅可用', en: 'Usable only' },
    { yes: yesNoWords.yes, note: { zh: '只要已就绪并且可投放的。', en: 'Only those that are ready and that ads may use.' } },
  ),
  product_id: referenceFilter({ zh: '商品', en: 'Product' }),
  material_id: referenceFilter(postColumnWords.material),
  owner_user_id: referenceFilter(postColumnWords.owner),
  date_from: firstDayFilter(postColumnWords.created_at, {
    lastDay: 'date_to',
    note: { zh: '创建日期，含当天，按读者的时区。', en: 'Created on this day or later, in the timezone of the reader.' },
  }),
  date_to: lastDayFilter(postColumnWords.created_at, {
    zh: '创建日期，含当天，按读者的时区。',
    en: 'Created on this day or earlier, in the timezone of the reader.',
  }),
};

/** The filters in the order of the page. */
export const listedPostFilters = { ...postFilters, status: { ...postFilters.status, values: listedPostStatuses } };
