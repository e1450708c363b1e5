import arcoLocale from '@arco-design/web-react/es/locale/en-US';
import { enUS } from 'date-fns/locale/en-US';
import { lineMetricsInEnglish, metricsInEnglish } from '#contracts/rules/metric-words.en.ts';
import messages from './messages/en.json' with { type: 'json' };
import { metricMessages } from './metric-messages.ts';
import type { Language } from './text-provider.tsx';

export const language: Language = {
  name: 'en',
  messages: { ...messages, ...metricMessages(metricsInEnglish) },
  lineMessages: { dj: metricMessages(lineMetricsInEnglish.dj), ec: metricMessages(lineMetricsInEnglish.ec) },
  arcoLocale,
  dates: enUS,
};
