import { type Kysely, sql } from 'kysely';

/** Incidents of alerts, delivery targets of users, the outbox of deliveries, and thresholds of the delivery watch. */
export const alertDelivery = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table incident (
        id bigint generated always as identity primary key,
        subject_type text not null check (subject_type in ('authorisation', 'ad_account', 'pixel', 'policy')),
        -- Id of the subject, or the text of a policy.
        subject_key text not null,
        -- Kind of the alert that most likely explains the others.
        cause text not null,
        name text not null,
        level text not null check (level in ('info', 'warn', 'error')),
        opened_at timestamptz not null,
        last_alert_at timestamptz not null,
        closed_at timestamptz
      );
      create unique index incident_open_ux on incident (subject_type, subject_key) where closed_at is null;

      alter table alert add column incident_id bigint references incident (id);
      create index alert_incident_ix on alert (incident_id, user_id) where incident_id is not null;

      create table alert_target (
        id bigint generated always as identity primary key,
        user_id bigint not null references sys_user (id),
        name text not null check (char_length(name) between 1 and 60),
        format text not null check (format in ('feishu', 'dingtalk', 'wecom', 'slack', 'json')),
        -- The address is sealed because most services put a key into it.
        address_enc text not null,
        address_shown text not null,
        secret_enc text,
        language text not null check (language in ('zh', 'en')),
        levels text[] not null check (levels <> '{}'),
        -- Empty for all kinds.
        kinds text[] not null default '{}',
        -- HH:mm in the owner's time zone; the end may lie on the next day.
        quiet_from text check (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
        quiet_to text check (quiet_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
        quiet_errors boolean not null default true,
        enabled boolean not null default true,
        last_at timestamptz,
        last_outcome text,
        last_detail text check (char_length(last_detail) <= 200),
        created_at timestamptz not null,
        updated_at timestamptz not null,
        unique (user_id, name),
        check ((quiet_from is null) = (quiet_to is null))
      );

      -- The outbox: written with the alert, sent by the job alert.deliver of whichever server claims it.
      create table alert_delivery (
        id bigint generated always as identity primary key,
        target_id bigint not null references alert_target (id) on delete cascade,
        alert_id bigint not null references alert (id) on delete cascade,
        status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed')),
        due_at timestamptz not null,
        attempts int not null default 0,
        claimed_until timestamptz,
        problem text,
        sent_at timestamptz,
        created_at timestamptz not null,
        unique (target_id, alert_id)
      );
      create index alert_delivery_due_ix on alert_delivery (due_at) where status = 'waiting';

      insert into setting (key, value) values
        ('WATCH_DAYS', '7'), ('WATCH_HOURS', '3'), ('WATCH_MIN_SPEND_USD', '20'), ('WATCH_STOPPED_PCT', '10'), ('WATCH_RACING_PCT', '300'),
        ('WATCH_ORDER_HOURS', '12'), ('WATCH_ORDER_SPEND_USD', '100'), ('WATCH_EXPECTED_ORDERS', '5'), ('COPYRIGHT_WARNING_DAYS', '7');
    `.execute(db);
  },
};
