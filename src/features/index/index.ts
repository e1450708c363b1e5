import { HomePage } from './home.page.tsx';
import { home } from './home.wiring.ts';
import { messages } from './messages/index.ts';

export const page = { machine: home, View: HomePage, messages };
