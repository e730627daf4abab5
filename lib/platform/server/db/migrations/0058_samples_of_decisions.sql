-- expands: samples of decisions, each with the results of its review

CREATE TABLE review_samples (
  sample_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  drawn_at timestamptz NOT NULL DEFAULT now(),
  drawn_by uuid NOT NULL,
  -- Names of that time.
  drawn_by_name text NOT NULL,
  -- The period and the filters: `SampleSource` (`lib/contract/review/sample.ts`).
  drawn_from jsonb NOT NULL,
  seed text NOT NULL,
  -- Number of drawn decisions, and of all decisions of the period and filters at that time.
  size integer NOT NULL,
  population integer NOT NULL,
  signed_at timestamptz,
  signed_by uuid,
  signed_by_name text,
  -- SHA-256 of the worksheet as it was signed.
  digest text,
  CHECK ((signed_at IS NULL) = (digest IS NULL))
);

-- Each drawn decision has a row, which an erasure of its file deletes.
CREATE TABLE review_sample_decisions (
  sample_id uuid NOT NULL REFERENCES review_samples,
  entry_id bigint NOT NULL,
  verification_id text NOT NULL,
  result text,
  note text,
  at timestamptz,
  user_id uuid,
  user_name text,
  PRIMARY KEY (sample_id, entry_id),
  CHECK ((result IS NULL) = (at IS NULL))
);
CREATE INDEX review_sample_decisions_file ON review_sample_decisions (verification_id);
