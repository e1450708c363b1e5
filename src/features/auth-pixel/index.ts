import { messages } from './messages/index.ts';
import { PixelManagementPage } from './pixel-management.page.tsx';
import { pixelManagement } from './use-pixel-management.ts';

export const page = { machine: pixelManagement, View: PixelManagementPage, messages };
