import { messages } from './messages/index.ts';
import { PixelEventsPage } from './pixel-events.page.tsx';
import { pixelEvents } from './pixel-events.wiring.ts';

export const page = { machine: pixelEvents, View: PixelEventsPage, messages };
