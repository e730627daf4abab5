-- expands: the rows that insights are counted from, computed from the facts and the log of reviews

-- All of it can be dropped and computed again (`lib/server/insights/compute`). The rows of a file are written as a whole.

-- Files whose rows are to be computed again, the longest waiting first.
CREATE TABLE insight_due (
  verification_id text COLLATE "C" PRIMARY KEY,
  since timestamptz NOT NULL DEFAULT now()
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
CREATE INDEX insight_due_since ON insight_due (since);

-- One row a file. Durations are in seconds, and never negative.
CREATE TABLE insight_files (
  verification_id text COLLATE "C" PRIMARY KEY,
  -- SHA-256 of the file's rows in all tables: equal rows are not written again.
  rows_digest bytea NOT NULL,
  -- The first `full_upload` that an event states, and the time since the creation; null where that is unknown.
  completed_at timestamptz,
  completed_after double precision,
  -- Complete by a reading alone: since when that is known.
  unreported_at timestamptz,
  -- The first final run without findings, and the time since the file was first known finished: by a statement, or by a
  -- final run, which is emitted before that statement and implies it (interface, States: Findings runs).
  clean_at timestamptz,
  clean_after double precision
) WITH (fillfactor = 90);
CREATE INDEX insight_files_completed ON insight_files (completed_at) INCLUDE (completed_after, verification_id)
  WHERE completed_at IS NOT NULL;
CREATE INDEX insight_files_unreported ON insight_files (unreported_at) WHERE unreported_at IS NOT NULL;
CREATE INDEX insight_files_clean ON insight_files (clean_at) WHERE clean_at IS NOT NULL;

-- Changes of `documents_status`, in the order of `document_changes_of`.
CREATE TABLE insight_status_changes (
  verification_id text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  documents_status text NOT NULL,
  -- The state before, and the time in it. Null for a first change, and where an event is missing between (`is_gap`).
  previous text,
  stayed double precision,
  is_gap boolean NOT NULL,
  -- From a later state of the interface to an earlier one, as the change itself states it: also after a gap.
  is_backward boolean NOT NULL
);
CREATE INDEX insight_status_changes_at
  ON insight_status_changes (at) INCLUDE (documents_status, previous, stayed, is_gap, is_backward, verification_id);
CREATE INDEX insight_status_changes_file ON insight_status_changes (verification_id);

-- Runs of findings that have a time.
CREATE TABLE insight_runs (
  verification_id text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  source text,
  high integer NOT NULL,
  medium integer NOT NULL,
  low integer NOT NULL,
  -- All findings, those of other severities too.
  findings integer NOT NULL,
  -- Distinct texts of its findings, by their ids.
  messages bigint[] NOT NULL,
  missing_fields bigint[] NOT NULL
);
CREATE INDEX insight_runs_at ON insight_runs (at) INCLUDE (source, high, medium, low, findings, verification_id);
CREATE INDEX insight_runs_file ON insight_runs (verification_id);
-- Whether a text is any run's still.
CREATE INDEX insight_runs_messages ON insight_runs USING gin (messages);
CREATE INDEX insight_runs_missing_fields ON insight_runs USING gin (missing_fields);

-- Texts of findings, without numbers, dates and names. The id is the beginning of the SHA-256 of the text, so that a
-- rebuild gives the same.
CREATE TABLE insight_texts (
  id bigint PRIMARY KEY,
  text text NOT NULL
);

-- Items that came to need attention, or to need it for another reason.
CREATE TABLE insight_item_failures (
  verification_id text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  item_type text,
  item_error text
);
CREATE INDEX insight_item_failures_at ON insight_item_failures (at) INCLUDE (item_type, item_error, verification_id);
CREATE INDEX insight_item_failures_file ON insight_item_failures (verification_id);

-- Ends of CURP lookups.
CREATE TABLE insight_lookups (
  verification_id text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  -- Null where the person was found.
  people_error text,
  -- Found where the lookup before of the same person failed.
  is_corrected boolean NOT NULL
);
CREATE INDEX insight_lookups_at ON insight_lookups (at) INCLUDE (people_error, is_corrected, verification_id);
CREATE INDEX insight_lookups_file ON insight_lookups (verification_id);

-- Steps of reviews that were not taken back.
CREATE TABLE insight_reviews (
  verification_id text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  -- `opened`, `decided` (also approved and ratified), or `reopened`: a decision brought back by changed facts.
  kind text NOT NULL,
  resolution text,
  user_id uuid,
  policy_version integer NOT NULL,
  -- Of a decision: since the review was opened, by the clock and in the working time of that policy.
  took double precision,
  took_working double precision,
  -- Null where it was never due.
  is_on_time boolean,
  -- Of an acceptance.
  exceptions text[] NOT NULL,
  -- Of a reopening: the kinds of differences that brought it back.
  changes text[] NOT NULL
);
CREATE INDEX insight_reviews_at ON insight_reviews (kind, at)
  INCLUDE (resolution, user_id, took, took_working, is_on_time, exceptions, verification_id);
CREATE INDEX insight_reviews_file ON insight_reviews (verification_id);

INSERT INTO insight_due (verification_id) SELECT verification_id FROM verification_summaries;
