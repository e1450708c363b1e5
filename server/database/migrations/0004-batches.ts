import { type Kysely, sql } from 'kysely';

/** Bulk operations with one result per object. */
export const batches = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table batch (
        id bigint generated always as identity primary key,
        type text not null check (char_length(type) <= 40),
        level text check (level in ('campaign', 'ad_group', 'ad')),
        user_id bigint not null references sys_user (id),
        origin text not null,
        -- Path of the call that ordered it, the language of the user and a readable summary.
        action text not null check (char_length(action) <= 60),
        language text not null check (language in ('zh', 'en')),
        summary jsonb not null,
        params jsonb not null,
        reason text check (char_length(reason) <= 200),
        scheme_id bigint,
        scheme_version int,
        -- First batch of an order that was split into several.
        order_id bigint references batch (id),
        status text not null check (status in ('pending', 'running', 'succeeded', 'partial', 'failed', 'canceled')),
        total int not null,
        done int not null default 0,
        ok int not null default 0,
        fail int not null default 0,
        skip int not null default 0,
        unknown int not null default 0,
        canceled int not null default 0,
        idempotency_key uuid,
        started_at timestamptz,
        finished_at timestamptz,
        cancel_requested_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        check (ok >= 0 and fail >= 0 and skip >= 0 and unknown >= 0 and canceled >= 0),
        check (done = ok + fail + skip + unknown + canceled and done <= total),
        check ((finished_at is not null) = (done = total))
      );
      create index batch_user_ix on batch (user_id, created_at desc);
      create index batch_type_ix on batch (type, created_at desc);
      create index batch_order_ix on batch (order_id);
      create index batch_open_ix on batch (id) where finished_at is null;

      create table batch_item (
        id bigint generated always as identity primary key,
        batch_id bigint not null references batch (id),
        seq int not null,
        parent_item_id bigint references batch_item (id) on delete cascade,
        -- User who ordered this attempt, and their address.
        user_id bigint not null references sys_user (id),
        address text not null,
        target_type text not null,
        target_id bigint,
        label text not null,
        params jsonb not null default '{}',
        -- Sent to the channel to find the object again after an unknown outcome.
        client_tag uuid not null default gen_random_uuid(),
        -- Locks its object for other items until it has ended.
        locks boolean not null,
        status text not null check (status in ('pending', 'running', 'succeeded', 'failed', 'unknown', 'skipped', 'canceled')),
        attempt int not null default 1,
        -- Automatic repetitions of this attempt.
        repeats int not null default 0,
        not_before timestamptz,
        -- Server that talks to the channel about it, and when that server counts as dead.
        executor text,
        leased_until timestamptz,
        checks int not null default 0,
        next_check_at timestamptz,
        code int,
        reason text,
        platform_code text,
        platform_subcode text,
        message text,
        -- Values for the text of the reason.
        data jsonb,
        retryable boolean not null default false,
        before jsonb,
        after jsonb,
        started_at timestamptz,
        finished_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        unique (batch_id, seq)
      );
      create index batch_item_target_ix on batch_item (target_type, target_id);
      -- An object is locked by one item at a time.
      create unique index batch_item_lock_ux on batch_item (target_type, target_id)
        where locks and target_id is not null and status in ('pending', 'running');
      create index batch_item_pending_ix on batch_item (batch_id, seq) where status = 'pending';
      create index batch_item_running_ix on batch_item (leased_until) where status = 'running';
      create index batch_item_check_ix on batch_item (next_check_at) where status = 'unknown' and next_check_at is not null;
      create index batch_item_parent_ix on batch_item (parent_item_id) where parent_item_id is not null;

      insert into setting (key, value) values ('BATCH_FILTER_MAX', '5000');
    `.execute(db);
  },
};
