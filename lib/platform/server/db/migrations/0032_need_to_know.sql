-- no transaction, expands: openings of files and deliveries, and what each role is shown of a person

-- One opening a person or token, file or delivery, and quarter of an hour: an entry that is there already is not added again
-- (`writeOpening`). Entries are written meanwhile.
DROP INDEX CONCURRENTLY IF EXISTS audit_log_openings;
CREATE UNIQUE INDEX CONCURRENTLY audit_log_openings ON audit_log (
  COALESCE(user_id, token_id), action, COALESCE(ids ->> 'delivery_id', ids ->> 'verification_id') COLLATE "C",
  date_bin('15 minutes', at, '2000-01-01 00:00:00+00')
) WHERE action IN ('verification.opened', 'delivery.opened');

-- What each role is shown of a person, as `lib/contract/need-to-know/policy.ts` has it: the newest version is in force. Without
-- a row everybody is shown everything.
CREATE TABLE IF NOT EXISTS need_to_know_policies (
  version integer PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  user_id uuid NOT NULL,
  policy jsonb NOT NULL
);

-- The words of a reason for opening a person, by its entry in the audit trail, which has no place for free text.
CREATE TABLE IF NOT EXISTS opening_reasons (
  entry_id bigint PRIMARY KEY REFERENCES audit_log ON DELETE CASCADE,
  verification_id text COLLATE "C" NOT NULL,
  words text NOT NULL
);
CREATE INDEX IF NOT EXISTS opening_reasons_verification ON opening_reasons (verification_id);
