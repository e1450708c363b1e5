import { messages } from './messages/index.ts';
import { PostManagementPage } from './post-management.page.tsx';
import { postManagement } from './post-management.wiring.ts';

export const page = { machine: postManagement, View: PostManagementPage, messages };
