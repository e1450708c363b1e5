import type { dramaStages, priceModels } from '#contracts/endpoints/dramas.ts';
import type { hitLevels, materialKinds, materialStatuses, visibilities } from '#contracts/endpoints/materials.ts';
import { listedName } from '../dictionaries.ts';
import { type Locale, pick, type Words } from '../spreadsheet/index.ts';

/** Words of the values that exports show. */
type WordsOf<Values extends readonly string[]> = Readonly<Record<Values[number], Words>>;

export const switches = { on: { zh: '上架', en: 'On' }, off: { zh: '下架', en: 'Off' } } as const;
export const lines = { dj: { zh: '短剧', en: 'Short drama' }, ec: { zh: '电商', en: 'E-commerce' } } as const;
export const stages: WordsOf<typeof dramaStages> = {
  new: { zh: '新剧', en: 'New' },
  testing: { zh: '测试', en: 'Testing' },
  scaling: { zh: '放量', en: 'Scaling' },
  declining: { zh: '衰退', en: 'Declining' },
  stopped: { zh: '停投', en: 'Stopped' },
};
export const models: WordsOf<typeof priceModels> = {
  coin: { zh: '金币', en: 'Coins' },
  subscription: { zh: '订阅', en: 'Subscription' },
  hybrid: { zh: '混合', en: 'Hybrid' },
};
export const kinds: WordsOf<typeof materialKinds> = { video: { zh: '视频', en: 'Video' }, image: { zh: '图片', en: 'Image' } };
export const statuses: WordsOf<typeof materialStatuses> = {
  uploading: { zh: '上传中', en: 'Uploading' },
  processing: { zh: '处理中', en: 'Processing' },
  ready: { zh: '可用', en: 'Ready' },
  failed: { zh: '失败', en: 'Failed' },
  archived: { zh: '已归档', en: 'Archived' },
  blocked: { zh: '已封禁', en: 'Blocked' },
};
export const sharing: WordsOf<typeof visibilities> = {
  private: { zh: '仅本人', en: 'Private' },
  dept: { zh: '部门', en: 'Department' },
  company: { zh: '全公司', en: 'Company' },
};
export const hits: WordsOf<typeof hitLevels> = {
  none: { zh: '无', en: 'None' },
  potential: { zh: '潜力', en: 'Potential' },
  hit: { zh: '爆款', en: 'Hit' },
};

/** A cell of a value of a dictionary. */
export const listedNameIn = (name: 'languages' | 'genres', value: string, locale: Locale): string => pick(listedName(name, value), locale);
