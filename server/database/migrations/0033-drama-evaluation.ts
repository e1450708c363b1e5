import { type Kysely, sql } from 'kysely';

/** Evaluations of dramas, their usual thresholds, the page, and the builtin roles that may open it. */
export const dramaEvaluation = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table drama_evaluation (
        id bigint generated always as identity primary key,
        version int not null default 1,
        drama_id bigint not null references drama (id),
        round int not null check (round >= 1),
        owner_user_id bigint not null references sys_user (id),
        date_from date not null,
        date_to date check (date_to >= date_from),
        test_budget_usd bigint not null check (test_budget_usd > 0),
        min_spend_usd bigint not null default 30000 check (min_spend_usd > 0),
        thresholds jsonb not null,
        score numeric(5, 2) check (score between 0 and 100),
        scored_at timestamptz,
        suggest text not null default 'insufficient' check (suggest in ('scale', 'keep', 'stop', 'insufficient')),
        decision text check (decision in ('scale', 'keep', 'stop')),
        decided_by bigint references sys_user (id),
        decided_at timestamptz,
        note text check (char_length(note) <= 500),
        created_at timestamptz not null,
        updated_at timestamptz not null,
        unique (drama_id, round),
        check ((decision is null) = (decided_at is null) and (decision is null) = (decided_by is null))
      );
      create unique index drama_evaluation_open_ux on drama_evaluation (drama_id) where decision is null;
      create index drama_evaluation_owner_ix on drama_evaluation (owner_user_id);

      -- Thresholds by language; "*" applies to every other language.
      insert into setting (key, value) values (
        'EVALUATION_THRESHOLDS',
        '{"*": {"roi_d0": 0.6, "pay_rate": 0.045, "cost_per_payer_usd": 4000, "ctr_link": 0.012, "hold_rate": 0.3}}'
      );

      insert into sys_menu (path, parent_path, group_key, title_zh, title_en, sort, icon) values
        ('/analyse/evaluate', '/analyse', 'base', '短剧评估', 'Drama evaluation', 44, null);

      update sys_role set updated_at = now(), paths = paths || '{/analyse/evaluate}'::text[]
      where is_builtin and name in ('优化师', '组长', '数据分析');
    `.execute(db);
  },
};
