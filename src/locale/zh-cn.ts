import kit from '@arco-design/web-react/es/locale/zh-CN';
import { zhCN } from 'date-fns/locale/zh-CN';
import messages from './messages/zh-cn.json' with { type: 'json' };
import type { Language } from './text-provider.tsx';

export const language: Language = { name: 'zh-cn', messages, kit, dates: zhCN };
