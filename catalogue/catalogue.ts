import type { Access } from '#contracts/endpoints/permissions.ts';
import type { RoleAction } from '#contracts/vocabulary/roles.ts';
import type { Words } from '#contracts/vocabulary/vocabulary.ts';

export type { Words };

/** JSON Schema 2020-12 as used by OpenAPI 3.1; `x-unit` is a unit such as `ms` or `cents`. */
export type JsonSchema = boolean | { [key: string]: unknown };

/** One exchange of a pact: the request, and an example of the answer. */
export interface CatalogueExample {
  /** Unique within its call. */
  description: string;
  states: { name: string; params: Record<string, unknown> }[];
  request: unknown;
  /** The envelope; null if the answer is a file. */
  answer: { code: number; message: string; data: unknown } | null;
}

/** A caller: a service of the console, for a page (null: the shell), through machines. */
export interface CatalogueUse {
  service: string;
  page: { path: string; title: Words } | null;
  /** Folders in machines/, such as `role-management`. */
  machines: string[];
}

export interface CatalogueCall {
  /** `roles.list` */
  name: string;
  /** The part of the name before the dot. */
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
  /** Reasons that this call declares; those that follow from its access and its body, and those of any call. */
  reasons: { own: string[]; common: string[] };
  /** Fields of the reply that the console reads, such as `list[].id`; a backend must provide at least these. */
  promised: string[];
  examples: CatalogueExample[];
  uses: CatalogueUse[];
}

export interface CatalogueReason {
  reason: string;
  /** Code of the envelope. */
  code: number;
  meaning: Words;
  /** Further keys in the `data` of the error. */
  data: Record<string, JsonSchema>;
  /** Any call, the calls in `calls`, or none: then it only occurs in results of batches. */
  answeredBy: 'any' | 'calls' | 'results';
  /** Names of the calls that declare it; only filled for `answeredBy: 'calls'`. */
  calls: string[];
}

export interface CatalogueState {
  name: string;
  meaning: Words;
  /** Whether the state starts from an empty world; each exchange has exactly one of these, as its first state. */
  beginsAnew: boolean;
  params: { name: string; type: string; meaning: Words }[];
  /** The different parameters used in pacts. */
  examples: Record<string, unknown>[];
  /** Number of exchanges that need it. */
  exchanges: number;
}

/** A difference between two releases; `consoles` and `backends` say whom it breaks. */
export interface CatalogueChange {
  call: string;
  words: Words;
  consoles: 'breaks' | 'safe';
  backends: 'breaks' | 'safe';
}

/** Everything the catalogue's site shows. The same sources always give the same catalogue. */
export interface Catalogue {
  /** Version of the product. */
  version: string;
  calls: CatalogueCall[];
  reasons: CatalogueReason[];
  states: CatalogueState[];
  /** Newest first; `version` is null for unreleased changes. */
  releases: { version: string | null; date: string | null; changes: CatalogueChange[] }[];
}
