-- expands: requests under the data law (ARCO) with their log

-- A request of a person or company: access, rectification, cancellation or opposition.
CREATE TABLE arco_requests (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  -- `open`, `answered` or `executed`.
  state text NOT NULL DEFAULT 'open',
  -- `granted`, `partly` or `refused`; null before the answer.
  outcome text,
  -- Whose data it is about: at least one of these.
  curp text,
  name text,
  -- Kept when the file is erased: the request is the proof of why.
  verification_id text COLLATE "C",
  received_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The end of the period that runs, and its last day in the zone of the policy; null once nothing is left to do.
  due_at timestamptz,
  due_on date,
  -- The one extension.
  extended_at timestamptz,
  answered_at timestamptz,
  -- When nothing was left to do.
  closed_at timestamptz
);
CREATE INDEX arco_requests_due ON arco_requests (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX arco_requests_closed ON arco_requests (received_at DESC) WHERE due_at IS NULL;
CREATE INDEX arco_requests_closed_at ON arco_requests (closed_at) WHERE closed_at IS NOT NULL;

-- What was done about a request, in the officer's words.
CREATE TABLE arco_log (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  request_id uuid NOT NULL REFERENCES arco_requests ON DELETE CASCADE,
  -- `received`, `extended`, `answered`, `executed`, `noted` or `extracted`.
  step text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  user_id uuid,
  -- At that time.
  user_name text,
  text text
);
CREATE INDEX arco_log_request ON arco_log (request_id, id);
