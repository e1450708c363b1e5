import { HomePage } from './home.page.tsx';
import { messages } from './messages/index.ts';
import { home } from './use-home.ts';

export const page = { machine: home, View: HomePage, messages };
