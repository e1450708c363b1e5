import arcoLocale from '@arco-design/web-react/es/locale/zh-CN';
import { zhCN } from 'date-fns/locale/zh-CN';
import { lineMetricsInChinese, metricsInChinese } from '#contracts/rules/metric-words.zh.ts';
import messages from './messages/zh-cn.json' with { type: 'json' };
import { metricMessages } from './metric-messages.ts';
import type { Language } from './text-provider.tsx';

export const language: Language = {
  name: 'zh-cn',
  messages: { ...messages, ...metricMessages(metricsInChinese) },
  lineMessages: { dj: metricMessages(lineMetricsInChinese.dj), ec: metricMessages(lineMetricsInChinese.ec) },
  arcoLocale,
  dates: zhCN,
};
