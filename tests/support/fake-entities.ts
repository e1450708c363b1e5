import {
  type AdPlatform,
  AdPlatformError,
  type Channels,
  type EntityPatch,
  type FailureKind,
  type Level,
  type RemoteEntity,
} from '#server/channel/ad-platform.ts';
import type { TestApp } from './app.ts';

/** What a test decides about an object on the channel; the rest is as it was read from the database. */
type Remote = { -readonly [K in keyof RemoteEntity]: RemoteEntity[K] } & { spec: object };

const platformColumn = { campaign: 'platform_campaign_id', ad_group: 'platform_adset_id', ad: 'platform_ad_id' } as const;

/** A channel that knows the launched objects of the database, and fails where a test says so. */
export class FakeEntities {
  /** By number. */
  readonly remote = new Map<string, Remote>();
  /** Every change it was told, in order. `lost` ones were carried out all the same. */
  readonly told: { level: Level; id: string; patch: EntityPatch }[] = [];
  /** By the number of an object: refused, throttled, lost on the way there (`down`) or on the way back (`unknown`). */
  readonly faults = new Map<string, FailureKind>();
  /** With a fault of the kind `unknown`: it was not carried out. */
  readonly swallowed = new Set<string>();
  /** Called when an account is listed, before it answers. */
  onListing: (() => Promise<void>) | null = null;
  /** Called when a change has reached it, before it does anything about it. */
  onUpdate: ((id: string) => Promise<void>) | null = null;
  now: () => Date = () => new Date();

  readonly channels: Channels = { of: () => this.#platform as AdPlatform, connectorFor: () => 'sandbox' };

  readonly #platform: Pick<AdPlatform, 'update' | 'entityState' | 'changedSince'> = {
    update: async (_tok, level, id, patch) => {
      await this.onUpdate?.(id);
      const kind = this.faults.get(id);
      if (kind !== undefined && kind !== 'unknown') {
        throw new AdPlatformError(kind, {
          code: 100,
          title: 'No',
          userMessage: 'the channel said no',
          ...(kind === 'throttled' ? { retryAt: this.now() } : {}),
        });
      }
      this.told.push({ level, id, patch });
      if (!this.swallowed.has(id)) this.#carryOut(id, patch);
      if (kind === 'unknown') throw new AdPlatformError('unknown', { code: 1 });
    },
    entityState: async (_tok, _level, id) => (this.remote.get(id) as RemoteEntity | undefined) ?? null,
    changedSince: (_tok, _account, since) => this.#list(since),
  };

  #carryOut(id: string, { status, name, ...spec }: EntityPatch): void {
    const known = this.remote.get(id);
    if (known === undefined) throw new AdPlatformError('rejected', { code: 100, subcode: 33, userMessage: 'no such object' });
    this.change(id, { ...(status === undefined ? {} : { status }), ...(name === undefined ? {} : { name }) }, spec);
  }

  /** As if nobody had ever asked it anything. */
  reset(): void {
    this.remote.clear();
    this.told.length = 0;
    this.faults.clear();
    this.swallowed.clear();
    this.onListing = null;
    this.onUpdate = null;
  }

  /** Somebody changes an object on the channel itself. */
  change(id: string, more: Partial<Omit<RemoteEntity, 'spec'>>, spec: object = {}): void {
    const known = this.remote.get(id);
    if (known === undefined) throw new Error(`the channel has no ${id}`);
    Object.assign(known, more, { updated_at: this.now(), spec: { ...known.spec, ...spec } });
  }

  async *#list(since: Date): AsyncGenerator<RemoteEntity> {
    await this.onListing?.();
    for (const level of ['campaign', 'ad_group', 'ad']) {
      for (const one of this.remote.values()) if (one.level === level && one.updated_at >= since) yield { ...one } as RemoteEntity;
    }
  }

  /** An object somebody made on the channel itself. */
  add(level: Level, id: string, more: Partial<Omit<RemoteEntity, 'spec'>>, spec: object): void {
    this.remote.set(id, {
      level,
      id,
      parent_id: null,
      name: `remote ${id}`,
      status: 'ACTIVE',
      effective_status: 'ACTIVE',
      review_feedback: null,
      issue: null,
      tag: null,
      created_at: this.now(),
      updated_at: this.now(),
      ...more,
      spec,
    } as Remote);
  }

  /** Takes over every object of the database as it stands. */
  async mirror({ db }: Pick<TestApp, 'db'>): Promise<void> {
    for (const level of ['campaign', 'ad_group', 'ad'] as const) {
      const rows = (await db
        .selectFrom(level as 'campaign')
        .selectAll()
        .execute()) as unknown as Record<string, unknown>[];
      for (const row of rows) {
        const id = row[platformColumn[level]] as string | null;
        if (id === null) continue;
        const { name, status, created_at, updated_at } = row as {
          name: string;
          status: RemoteEntity['status'];
          created_at: Date;
          updated_at: Date;
        };
        const spec = {
          daily_budget: row.daily_budget ?? null,
          lifetime_budget: row.lifetime_budget ?? null,
          bid_amount: row.bid_amount ?? null,
        };
        this.add(level, id, { name, status, created_at, updated_at, tag: row.client_tag as string }, spec);
      }
    }
  }
}
