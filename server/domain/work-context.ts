import type { Kysely } from 'kysely';
import type { AdminLevel } from '#contracts/endpoints/permissions.ts';
import type { CodedSummary } from '#contracts/rules/change-words.ts';
import type { RoleAction } from '#contracts/vocabulary/roles.ts';
import type { Channels } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import type { Files } from './files.ts';
import type { Limits } from './limits.ts';
import type { Language } from './messages.ts';
import type { OwnedKind } from './ownership.ts';
import type { Vault } from './vault.ts';

/** The caller with the permissions at the time of the request. */
export interface Caller {
  readonly userId: number;
  readonly account: string;
  readonly name: string;
  readonly isAdmin: AdminLevel;
  readonly isLeader: boolean;
  readonly departmentId: number | null;
  /** Such as `/1/4/`; null without a department. */
  readonly departmentPath: string | null;
  readonly timezone: string;
  readonly sessionId: number;
  /** Pages in menu order. */
  readonly paths: readonly string[];
  readonly actions: readonly RoleAction[];
}

/** The log entry of a write. `before` and `after` contain the changed fields; secrets are masked. */
export interface AuditEntry {
  targetType: string;
  targetId?: number | null;
  targetLabel?: string | null;
  /** A name or reason as text, or what readers see in their own language. */
  summary?: string | CodedSummary;
  before?: unknown;
  after?: unknown;
}

export interface MenuEntry {
  readonly path: string;
  readonly parentPath: string | null;
  readonly group: 'base' | 'admin';
  readonly titleZh: string;
  readonly titleEn: string;
  readonly sort: number;
  readonly hide: boolean;
  readonly activeMenu: string | null;
  readonly icon: string | null;
}

/** Context for work on the data, whether or not the caller has signed in. */
export interface OpenWork {
  readonly db: Kysely<Database>;
  /** One instant for the whole request. */
  readonly now: Date;
  readonly language: Language;
  readonly limits: Limits;
  /** Address of the client. */
  readonly address: string;
  readonly ownership: readonly OwnedKind[];
  /** The ad networks. Their calls may take long, so they must not be used in a transaction. */
  readonly channels: Channels;
  readonly vault: Vault;
  readonly files: Files;
  /** The menu as migrated. */
  readonly menu: readonly MenuEntry[];
}

/** Context for the work of a known caller, in a call or a batch item. */
export interface WorkContext extends OpenWork {
  readonly caller: Caller;
  /** Adds a log entry in the transaction of the work, one per changed object. */
  audit(entry: AuditEntry): void;
}
