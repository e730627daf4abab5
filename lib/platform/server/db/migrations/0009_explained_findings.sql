-- expands: explanations of findings, in the words of who decides, and the date of the next periodic review

CREATE TABLE finding_explanations (
  verification_id text COLLATE "C" NOT NULL,
  -- SHA-256 of what makes findings the same (`lib/contract/review/findings.ts`): messages may be longer than an index takes.
  finding_hash bytea NOT NULL,
  severity text NOT NULL,
  missing_field text,
  -- Trimmed.
  message text NOT NULL,
  text text NOT NULL,
  -- The author, with the name at the time. No foreign key: explanations outlive accounts.
  user_id uuid NOT NULL,
  user_name text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (verification_id, finding_hash)
);

-- The day on which an accepted file comes back for a periodic review, `YYYY-MM-DD` in the policy's time zone.
ALTER TABLE review_log ADD COLUMN review_on text;
