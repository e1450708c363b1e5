import type { Words } from '#contracts/vocabulary/vocabulary.ts';

/** Provider states of uploads. */
export interface UploadSituations {
  'an upload is open': {
    id: string;
    by: number;
    filename: string;
    size: number;
    sha256: string;
    received: number;
    drama_id: number | null;
    product_id: number | null;
  };
  'an upload has ended': { id: string; by: number; drama_id: number };
  'there is no room for files': Record<never, never>;
}

type Meanings = {
  readonly [N in keyof UploadSituations]: {
    readonly meaning: Words;
    readonly params: { readonly [P in keyof UploadSituations[N]]: Words };
  };
};

const id: Words = { zh: '上传的编号。', en: 'Its id.' };
const by: Words = { zh: '开始上传的人，已存在。', en: 'Who began it, and exists.' };
const drama_id: Words = {
  zh: '剧目的编号，前面的状态已建立；商品的则为空。',
  en: 'Of its drama, which an earlier state has set up; null for a product.',
};
const product_id: Words = {
  zh: '商品的编号，前面的状态已建立；剧目的则为空。',
  en: 'Of its product, which an earlier state has set up; null for a drama.',
};

export const uploadMeanings: Meanings = {
  'an upload is open': {
    meaning: {
      zh: '有一个未结束的上传：MP4，短剧或电商，语言 en，剪辑师是开始上传的人，部门可见，没有标签，标题“新素材”，还可以继续；收到的字节都是零。',
      en: 'There is an open upload: an MP4 of a drama or a product, language en, made by who began it, for the department, without tags, titled 新素材, and not expired; the bytes that arrived are zeros.',
    },
    params: {
      id,
      by,
      filename: { zh: '文件名。', en: 'Name of the file.' },
      size: { zh: '文件大小，字节。', en: 'Bytes of the file.' },
      sha256: { zh: '声明的 SHA-256。', en: 'The SHA-256 that was announced.' },
      received: { zh: '已收到的字节数。', en: 'Bytes that arrived.' },
      drama_id,
      product_id,
    },
  },
  'an upload has ended': {
    meaning: { zh: '有一个上传，超过了 24 小时，已过期。', en: 'There is an upload that expired after 24 hours.' },
    params: { id, by, drama_id },
  },
  'there is no room for files': { meaning: { zh: '存储空间已满。', en: 'The storage is full.' }, params: {} },
};
