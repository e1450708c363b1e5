import { type Kysely, sql } from 'kysely';
import type { ReportDims } from '#contracts/endpoints/report-dimensions.ts';
import type { UnfinishedBody } from '#contracts/endpoints/scheme-body.ts';
import type { SchemeStatusName } from '#contracts/vocabulary/schemes.ts';
import type { Database } from '#server/database/schema.ts';
import { isSchemeKnown, schemeVisible, schemeWritable } from '../../people/index.ts';
import type { Caller } from '../../work-context.ts';
import { findPermits, summariseBody } from './schemes.repository.ts';

type Db = Kysely<Database>;
type Details<Key extends 'scheme' | 'scheme_version'> = Omit<NonNullable<ReportDims[Key]>, 'id' | 'label'>;

interface SummaryRecord {
  id: number;
  version: number;
  owner: { id: number; label: string };
  status: SchemeStatusName;
  deleted: boolean;
  body: UnfinishedBody | null;
  is_visible: boolean;
  is_writable: boolean;
}

/** SQL: the body `v` of a scheme `s`, null for those who may not see the scheme. */
const visibleBody = (caller: Caller) => sql`case when ${schemeVisible(caller)} then v.body end`;

/** Schemes by id, also deleted ones. The body is only for those who may see the scheme; everything else is known from its ads. */
export async function loadSchemeSummaries(db: Db, caller: Caller, ids: readonly number[]): Promise<Map<number, Details<'scheme'>>> {
  const { rows } = await sql<SummaryRecord>`
    select s.id, s.current_version as version, jsonb_build_object('id', o.id, 'label', o.name) as owner, s.status,
      s.deleted_at is not null as deleted, ${visibleBody(caller)} as body, ${schemeVisible(caller)} as is_visible,
      ${schemeWritable(caller)} as is_writable
    from scheme s join sys_user o on o.id = s.owner_user_id
      join scheme_version v on v.scheme_id = s.id and v.version = s.current_version
    where s.id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(
    rows.map(({ id, body, is_visible, is_writable, ...row }) => [
      id,
      {
        ...row,
        body: body && summariseBody(body),
        can: is_visible && !row.deleted ? findPermits({ ...row, is_writable }, caller) : [],
      },
    ]),
  );
}

/** Versions by the value of the dimension, `scheme id.version`. */
export async function loadVersionSummaries(
  db: Db,
  caller: Caller,
  keys: readonly string[],
): Promise<Map<string, Details<'scheme_version'>>> {
  const { rows } = await sql<{ key: string; version: number; body: UnfinishedBody | null }>`
    select v.scheme_id || '.' || v.version as key, v.version, ${visibleBody(caller)} as body
    from scheme_version v join scheme s on s.id = v.scheme_id
    where v.scheme_id || '.' || v.version = any(${[...keys]}::text[])
      and v.scheme_id = any(${keys.map((key) => Number(key.split('.')[0]) || 0)}::bigint[])`.execute(db);
  return new Map(rows.map(({ key, version, body }) => [key, { version, body: body && summariseBody(body) }]));
}

/**
 * The bodies of these versions in order, null for those who may not see the scheme. Undefined when a version does not exist or the caller
 * sees neither the scheme nor an ad of it.
 */
export async function findComparedBodies(
  db: Db,
  caller: Caller,
  id: number,
  versions: readonly number[],
): Promise<(UnfinishedBody | null)[] | undefined> {
  const { rows } = await sql<{ version: number; body: UnfinishedBody | null }>`
    select v.version, ${visibleBody(caller)} as body from scheme_version v join scheme s on s.id = v.scheme_id
    where s.id = ${id} and v.version = any(${[...versions]}::int[]) and ${isSchemeKnown(caller)}`.execute(db);
  const found = versions.flatMap((version) => rows.find((row) => row.version === version) ?? []);
  return found.length === versions.length ? found.map(({ body }) => body) : undefined;
}
