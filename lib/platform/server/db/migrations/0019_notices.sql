-- expands: notices to people, alerts to admins, and the indexes by which the notifier finds their causes

-- Conditions and incidents that admins are told of (`lib/server/notices/alerts`).
CREATE TABLE alerts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  -- Identifies the incident, such as the entry of the audit trail; of a condition, when it was noticed.
  source text NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  -- Null while a condition lasts. An incident ends when it is noticed.
  resolved_at timestamptz,
  -- How often it was told, and when last: a lasting condition is told again each day.
  told integer NOT NULL DEFAULT 1,
  told_at timestamptz NOT NULL DEFAULT now(),
  -- Counts and ids, never a name.
  facts jsonb NOT NULL,
  UNIQUE (kind, source)
);
-- A condition lasts once.
CREATE UNIQUE INDEX alerts_lasting ON alerts (kind) WHERE resolved_at IS NULL;
CREATE INDEX alerts_since ON alerts (since);

-- Kinds of alerts that nobody is told of.
CREATE TABLE alert_mutes (
  kind text PRIMARY KEY,
  muted_at timestamptz NOT NULL DEFAULT now(),
  -- The admin; null once the account is deleted.
  user_id uuid REFERENCES users ON DELETE SET NULL
);

-- A notice to one person. The key removes repeats: the notifier looks at each cause more than once.
CREATE TABLE notices (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Identifies the cause: an entry of a log, a note, a due time, an alert.
  source text NOT NULL,
  -- Null for an alert.
  verification_id text COLLATE "C",
  alert_id uuid REFERENCES alerts ON DELETE CASCADE,
  -- The time of the cause, and of this row, by which notices are listed.
  at timestamptz NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT now(),
  -- Whose act it was; null for the rules.
  caused_by uuid,
  read_at timestamptz,
  -- When it was put into a mail.
  mailed_at timestamptz,
  UNIQUE (kind, user_id, source)
);
CREATE INDEX notices_of_user ON notices (user_id, noted_at, id);
CREATE INDEX notices_unread ON notices (user_id, noted_at) WHERE read_at IS NULL;
CREATE INDEX notices_verification ON notices (verification_id) WHERE verification_id IS NOT NULL;
CREATE INDEX notices_alert ON notices (alert_id) WHERE alert_id IS NOT NULL;
CREATE INDEX notices_noted_at ON notices (noted_at);

-- Since when a kind of notice exists here, and up to when its causes have been looked for.
CREATE TABLE notice_cursors (
  kind text PRIMARY KEY,
  begun_at timestamptz NOT NULL DEFAULT now(),
  looked_to timestamptz NOT NULL DEFAULT now()
);

-- How a person gets notices by mail; without a row as `lib/contract/notices/mail-choice.ts` says.
CREATE TABLE notice_mail (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- `at_once`, `daily`, `monday` or `never`.
  choice text NOT NULL,
  -- The language of the mails.
  locale text NOT NULL
);

-- The other kinds are found by indexes of earlier migrations (`TURNS` of `lib/server/db/review-log.ts`).
CREATE INDEX review_log_answered ON review_log (at) WHERE kind = 'returned' AND reasons && '{answered}';
CREATE INDEX notes_written_at ON notes (COALESCE(edited_at, created_at));
