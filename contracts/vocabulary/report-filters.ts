import { dramaStages, dramaStageWords } from './dramas.ts';
import { adFilters, withinFilters } from './launch-filters.ts';
import { entityLevelWords } from './launches.ts';
import { codesFilter, firstDayFilter, lastDayFilter, referencesFilter, severalFilter } from './vocabulary.ts';

/** The filters of drama figures. */
export const dramaFigureFilters = {
  stage: severalFilter(
    { zh: '剧目阶段', en: 'Stage' },
    { values: dramaStages, words: dramaStageWords, note: { zh: '剧目现在的阶段。', en: 'Stages the drama is in now.' } },
  ),
  language: codesFilter(
    { zh: '语言', en: 'Language' },
    { pattern: '^[a-z-]{1,20}$' },
    {
      dictionary: 'languages',
      note: { zh: '剧目的语言，字典 languages 中的值。', en: 'Languages of the drama, values of the dictionary languages.' },
    },
  ),
  genre: codesFilter(
    { zh: '题材', en: 'Genre' },
    { pattern: '^[a-z-]{1,20}$' },
    {
      dictionary: 'genres',
      note: {
        zh: '剧目的题材，含其一即可，字典 genres 中的值。',
        en: 'Genres of the drama, any of them; values of the dictionary genres.',
      },
    },
  ),
  online_from: firstDayFilter(
    { zh: '上线日期', en: 'Online since' },
    { lastDay: 'online_to', note: { zh: '上线日期不早于。', en: 'The drama went online on this day or later.' } },
  ),
  online_to: lastDayFilter(
    { zh: '上线日期', en: 'Online since' },
    { zh: '上线日期不晚于。', en: 'The drama went online on this day or earlier.' },
  ),
};

/** All filters of figures. A report declares which of them it has. */
export const reportFilters = {
  ...adFilters,
  ...withinFilters,
  ad_id: referencesFilter(entityLevelWords.ad, { note: { zh: '这些广告。', en: 'These ads.' } }),
  ...dramaFigureFilters,
};
