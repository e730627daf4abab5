-- expands: time stamps of the heads that left

-- What an authority of time stamps answered for a head that left. A head without a row has not been tried.
CREATE TABLE evidence_timestamps (
  head_id bigint PRIMARY KEY REFERENCES evidence_heads,
  attempts integer NOT NULL,
  -- Null once there is an answer.
  next_attempt_at timestamptz,
  -- Why the last attempt failed.
  error text,
  -- The TimeStampResp by RFC 3161, as it was received, and the time that it states.
  response bytea,
  stamped_at timestamptz
);
