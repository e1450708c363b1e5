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

/** The properties of an object on the channel that a test may set; all others are as in the database. */
type Remote = { -readonly [K in keyof RemoteEntity]: RemoteEntity[K] } & { spec: object };

const platformColumn = { campaign: 'platform_campaign_id', ad_group: 'platform_adset_id', ad: 'platform_ad_id' } as const;

/** A channel that has the launched objects of the database, and fails where a test says so. */
export class FakeEntities {
  /** By channel id. */
  readonly remote = new Map<string, Remote>();
  /** Every change it received, in order, including those whose answer was lost. */
  readonly updates: { level: Level; id: string; patch: EntityPatch }[] = [];
  /** By channel id: refused, throttled, lost on the way there (`down`) or on the way back (`unknown`). */
  readonly faults = new Map<string, FailureKind>();
  /** Ids of objects with a fault of the kind `unknown` whose changes were not carried out. */
  readonly ignoredIds = new Set<string>();
  /** Called when the objects of an account are listed, before the answer. */
  onListing: (() => Promise<void>) | null = null;
  /** Called when a change arrives, before it is carried out. */
  onUpdate: ((id: string) => Promise<void>) | null = null;
  now: () => Date = () => new Date();

  readonly channels: Channels = { of: () => this.#platform as AdPlatform, connectorsFor: () => ['sandbox'] };

  readonly #platform: Pick<AdPlatform, 'update' | 'entityState' | 'changedSince'> = {
    update: async (_tok, _account, level, id, patch) => {
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
      this.updates.push({ level, id, patch });
      if (!this.ignoredIds.has(id)) this.#carryOut(id, patch);
      if (kind === 'unknown') throw new AdPlatformError('unknown', { code: 1 });
    },
    entityState: async (_tok, _account, _level, id) => (this.remote.get(id) as RemoteEntity | undefined) ?? null,
    changedSince: (_tok, _account, since) => this.#list(since),
  };

  #carryOut(id: string, { status, name, appeal, ...spec }: EntityPatch): void {
    const known = this.remote.get(id);
    if (known === undefined) throw new AdPlatformError('rejected', { code: 100, subcode: 33, userMessage: 'no such object' });
    const changes = { ...(status === undefined ? {} : { status }), ...(name === undefined ? {} : { name }) };
    this.change(id, { ...changes, ...(appeal === undefined ? {} : { appeal }) }, spec);
  }

  /** Returns to the initial state. */
  reset(): void {
    this.remote.clear();
    this.updates.length = 0;
    this.faults.clear();
    this.ignoredIds.clear();
    this.onListing = null;
    this.onUpdate = null;
  }

  /** Changes an object on the channel itself. */
  change(id: string, more: Partial<Omit<RemoteEntity, 'spec'>>, spec: object = {}): void {
    const known = this.remote.get(id);
    if (known === undefined) throw new Error(`the channel has no ${id}`);
    Object.assign(known, more, { updated_at: this.now(), spec: { ...known.spec, ...spec } });
  }

  async *#list(since: Date): AsyncGenerator<RemoteEntity> {
    await this.onListing?.();
    for (const level of ['campaign', 'ad_group', 'ad']) {
      for (const entity of this.remote.values())
        if (entity.level === level && entity.updated_at >= since) yield { ...entity } as RemoteEntity;
    }
  }

  /** Adds an object that was created on the channel itself. */
  add(level: Level, id: string, more: Partial<Omit<RemoteEntity, 'spec'>>, spec: object): void {
    this.remote.set(id, {
      level,
      id,
      parent_id: null,
      name: `remote ${id}`,
      status: 'ACTIVE',
      effective_status: 'ACTIVE',
      review_feedback: null,
      appeal: null,
      issue: null,
      tag: null,
      created_at: this.now(),
      updated_at: this.now(),
      ...more,
      spec,
    } as Remote);
  }

  /** Copies every object of the database to the channel. */
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
