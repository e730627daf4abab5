-- expands: sign-offs of monthly reports

-- One row a month, user and state of the report, which the digest names. No personal data of files; the audit trail has an
-- entry of each.
CREATE TABLE report_sign_offs (
  -- `YYYY-MM` in the zone of the policy.
  month text NOT NULL,
  user_id uuid NOT NULL,
  -- Name and role at that time.
  name text NOT NULL,
  role text NOT NULL,
  digest text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (month, user_id, digest)
);
