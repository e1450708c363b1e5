import { metricKeys } from '../rules/metrics.ts';
import { dramaStages, dramaStageWords } from '../vocabulary/dramas.ts';
import { codes, day, report, several } from './report.ts';

/** Which drama earns. */
export const effect = report({
  key: 'effect',
  path: '/analyse-effect',
  pages: ['/analyse/effect'],
  title: { zh: '短剧表现', en: 'Drama performance' },
  slug: 'effect',
  groupBy: ['drama', 'date', 'country', 'language', 'genre', 'stage', 'user', 'department', 'account', 'channel'],
  sortable: ['online_days'],
  exported: ['stage_of_drama', 'online_days'],
  metrics: [
    ...metricKeys('deliv', 'user', 'pay', 'cohort').filter((key) => key !== 'reach' && key !== 'frequency'),
    'users',
    'materials_used',
    'ads_spending',
  ],
  filters: {
    stage: several(dramaStages, dramaStageWords, { zh: '剧目现在的阶段。', en: 'Stages the drama is in now.' }),
    language: codes('languages', {
      zh: '剧目的语言，字典 languages 中的值。',
      en: 'Languages of the drama, values of the dictionary languages.',
    }),
    genre: codes('genres', {
      zh: '剧目的题材，含其一即可，字典 genres 中的值。',
      en: 'Genres of the drama, any of them; values of the dictionary genres.',
    }),
    online_from: day({ zh: '上线日期不早于。', en: 'The drama went online on this day or later.' }),
    online_to: day({ zh: '上线日期不晚于。', en: 'The drama went online on this day or earlier.' }),
  },
});

export type EffectDimension = (typeof effect)['groupBy'][number];
