import { adminHealth, adminSummary, adminTop, adminTrend } from '#contracts/endpoints/admin-home.ts';
import { defineCall } from '../call.ts';
import { loadAdminSummary, loadAdminTop, loadAdminTrend } from './admin-board.ts';
import { loadHealth } from './admin-health.ts';

/** One call per block of the super admin's home page. */
export const adminHomeCalls = [
  defineCall({ endpoint: adminSummary, audit: 'read', handle: loadAdminSummary }),
  defineCall({ endpoint: adminTrend, audit: 'read', handle: loadAdminTrend }),
  defineCall({ endpoint: adminTop, audit: 'read', handle: loadAdminTop }),
  defineCall({ endpoint: adminHealth, audit: 'read', handle: loadHealth }),
];
