import kit from '@arco-design/web-react/es/locale/en-US';
import { enUS } from 'date-fns/locale/en-US';
import messages from './messages/en.json' with { type: 'json' };
import type { Language } from './text-provider.tsx';

export const language: Language = { name: 'en', messages, kit, dates: enUS };
