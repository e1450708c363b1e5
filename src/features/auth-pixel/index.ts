import { messages } from './messages/index.ts';
import { PixelManagementPage } from './pixel-management.page.tsx';
import { pixelManagement } from './pixel-management.wiring.ts';

export const page = { machine: pixelManagement, View: PixelManagementPage, messages };
