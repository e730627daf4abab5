-- expands: backups and restores, the instances that run, and a pause of background calls while the API key is refused

-- Backups that were begun by this installation, on any machine. A row without `ended_at` is being written, or its
-- process has died.
CREATE TABLE backups (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  began_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  -- By BACKUP_EVERY; otherwise by `npm run backup`.
  scheduled boolean NOT NULL,
  -- Of the program that wrote it.
  version text NOT NULL,
  host text NOT NULL,
  file text NOT NULL,
  -- Of the file, and how many rows of tables are in it; null until it has been written and read back.
  bytes bigint,
  rows bigint,
  -- Why there is no usable file; null where there is one.
  error text
);
CREATE INDEX backups_began_at ON backups (began_at);

-- When the database was restored from a backup, and what had happened after that backup was taken.
CREATE TABLE restores (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  restored_at timestamptz NOT NULL DEFAULT now(),
  -- The time of the snapshot that the backup holds.
  taken_at timestamptz NOT NULL,
  -- Of the program that wrote the backup.
  version text NOT NULL,
  file text NOT NULL,
  -- Whether an erasure log was found, and what it did to the restored data.
  erasure_log boolean NOT NULL,
  erased integer NOT NULL DEFAULT 0,
  lifted integer NOT NULL DEFAULT 0,
  -- 'unchanged', 'replaced' by the newest key of the erasure log, or 'unknown' without a log.
  api_key text NOT NULL,
  -- When the own webhook was found, or made, to be in order for the first time since.
  webhook_checked_at timestamptz
);

-- The processes that run: each keeps its row fresh and deletes it when it is stopped.
CREATE TABLE instances (
  id uuid PRIMARY KEY,
  process text NOT NULL,
  host text NOT NULL,
  version text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  -- What this instance cannot do although it runs, such as writing the erasure log.
  lacks text[] NOT NULL DEFAULT '{}'
);

-- Since when the service refuses the current API key, and when it was last asked whether it still does. Background calls
-- wait meanwhile.
ALTER TABLE service_budget
  ADD COLUMN key_refused_at timestamptz,
  ADD COLUMN key_probed_at timestamptz;
