import type { Access } from '#contracts/endpoints/permissions.ts';
import type { RoleAction } from '#contracts/vocabulary/roles.ts';
import type { Words } from '#contracts/vocabulary/vocabulary.ts';

export type { Words };

/** JSON Schema 2020-12, as OpenAPI 3.1 holds it; `description` is a text, `x-unit` a unit such as `ms` or `cents`. */
export type JsonSchema = boolean | { [key: string]: unknown };

/** One exchange of a pact: what was sent, and the example of the answer. */
export interface CatalogueExample {
  /** Unique within its call. */
  description: string;
  states: { name: string; params: Record<string, unknown> }[];
  request: unknown;
  /** Envelope; null where a file is the answer. */
  answer: { code: number; message: string; data: unknown } | null;
}

/** Who makes a call: a service of the console, for a page (null: the shell), by way of machines. */
export interface CatalogueUse {
  service: string;
  page: { path: string; title: Words } | null;
  /** Folders below machines/, such as `role-management`. */
  machines: string[];
}

export interface CatalogueCall {
  /** `roles.list` */
  name: string;
  /** What stands before the dot. */
  resource: string;
  method: 'GET' | 'POST';
  /** With the base path: `/api/sys-roles/list`. */
  path: string;
  summary: Words;
  access: Exclude<Access, object> | { pages: string[] };
  action: RoleAction | null;
  effect: 'read' | 'write';
  answer: 'envelope' | 'spreadsheet';
  request: JsonSchema;
  reply: JsonSchema;
  /** Refusals of its own, then those any call can answer with. */
  reasons: { own: string[]; common: string[] };
  /** Fields of the reply that the console reads, as `list[].id`; a backend owes at least these. */
  promised: string[];
  examples: CatalogueExample[];
  uses: CatalogueUse[];
}

export interface CatalogueReason {
  reason: string;
  /** Of the envelope. */
  code: number;
  meaning: Words;
  /** Further keys of `data` of the error. */
  data: Record<string, JsonSchema>;
  /** Any call; those of `calls`; or none at all: it stands in results of batches only. */
  answeredBy: 'any' | 'calls' | 'results';
  /** Names of the calls that declare it; empty unless these answer with it. */
  calls: string[];
}

export interface CatalogueState {
  name: string;
  meaning: Words;
  /** True of the states that begin from an empty world; each exchange has exactly one, first. */
  beginsAnew: boolean;
  params: { name: string; type: string; meaning: Words }[];
  /** Different parameters the pacts give. */
  examples: Record<string, unknown>[];
  /** Exchanges that need it. */
  exchanges: number;
}

/** A difference between two releases; `consoles` and `backends` say whom it breaks. */
export interface CatalogueChange {
  call: string;
  words: Words;
  consoles: 'breaks' | 'safe';
  backends: 'breaks' | 'safe';
}

/** Everything the site of the contracts shows. The same sources give the same catalogue. */
export interface Catalogue {
  /** Of the product. */
  version: string;
  calls: CatalogueCall[];
  reasons: CatalogueReason[];
  states: CatalogueState[];
  /** Newest first; `version` is null for what is not released yet. */
  releases: { version: string | null; date: string | null; changes: CatalogueChange[] }[];
}
