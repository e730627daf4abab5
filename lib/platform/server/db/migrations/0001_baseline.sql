-- The database of the dashboard. Tables keep the names of the interface where it has one; the unions that a text column
-- may hold are types of `lib/contract`.
--
-- Ids of verifications are COLLATE "C": they are locked and paged by code point, whatever the locale of the database.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- What came in, before anything is made of it (design §4, Inbox): a signed delivery, or a snapshot that reading the
-- API yielded. The projections can be dropped and drained again from here.
CREATE TABLE inbox (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  verification_id text COLLATE "C",
  state text NOT NULL DEFAULT 'pending',
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  -- Why the row is `unrecognized` or `failed`: a typed reason or an error without values from the body.
  last_error text,
  -- Deliveries: the `v1` that matched, lowercase hex. Remembering it is the replay protection (design §1).
  signature text,
  receiver_id text,
  -- Deliveries: `t` of the signature, Unix seconds.
  signed_at bigint,
  body bytea,
  event_name text,
  -- Deliveries: authentic, but signed more than five minutes before it arrived.
  late boolean NOT NULL DEFAULT false,
  copies integer NOT NULL DEFAULT 1,
  contract_version integer,
  -- Snapshots: what was read, and when the request began on the service's clock.
  subject text,
  read_at timestamptz,
  body_hash bytea,
  -- The rows that it adds, once its payload is kept no longer (`lib/server/privacy/retention.ts`).
  stated jsonb
);
CREATE UNIQUE INDEX inbox_signature ON inbox (signature);
-- In the order in which workers claim, so that no other index can serve it, whatever the planner's statistics say.
CREATE INDEX inbox_pending ON inbox (next_attempt_at NULLS FIRST, id) WHERE state = 'pending';
CREATE INDEX inbox_unrecognized ON inbox (contract_version) WHERE state = 'unrecognized';
CREATE INDEX inbox_verification ON inbox (verification_id, id);
-- What the event explorer goes by, in the order of receipt. Those of what is rare cost nothing where nothing is
-- amiss.
CREATE INDEX inbox_deliveries ON inbox (received_at, id) WHERE kind = 'delivery';
CREATE INDEX inbox_event ON inbox (event_name, received_at, id) WHERE kind = 'delivery';
CREATE INDEX inbox_set_aside
  ON inbox (state, received_at, id) WHERE kind = 'delivery' AND state IN ('failed', 'unrecognized');
CREATE INDEX inbox_late ON inbox (received_at, id) WHERE kind = 'delivery' AND late;
CREATE INDEX inbox_copied ON inbox (received_at, id) WHERE kind = 'delivery' AND copies > 1;
-- What the retention goes by: payloads that are still kept, and who else shares the body of a reading.
CREATE INDEX inbox_payloads ON inbox (subject, received_at, id) WHERE state = 'applied' AND stated IS NULL;
CREATE INDEX inbox_body ON inbox (body_hash) WHERE kind = 'snapshot' AND stated IS NULL;

-- Bodies of snapshots, redacted, one row for equal answers. `body` keeps the answer's own key order.
CREATE TABLE snapshot_bodies (
  hash bytea PRIMARY KEY,
  body text NOT NULL
);

-- Deliveries that were refused (design §4, Receiver): never a body, because anyone can send one.
CREATE TABLE refusals (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  reason text NOT NULL,
  receiver_id text,
  size integer,
  body_hash text,
  -- Seconds by which `t` is behind the receiver's clock; negative when ahead.
  skew_seconds bigint,
  source_address text,
  -- What one sender has of addresses: the address, or the /64 of IPv6. By it rows are limited.
  source_network text,
  -- How many refusals this row stands for: alike, or where nothing else is known of them, of one sender and hour.
  count integer NOT NULL DEFAULT 1
);
CREATE INDEX refusals_at ON refusals (at);

-- Facts (design §4): grow-only sets. A row is keyed by what it states, through the SHA-256 of its canonical data
-- (`digest`), so any order and any number of copies leave the same rows. `at` is the time that the fact states; where
-- that could not be read it is the end of the second `t`, and `at_text` what is written instead, empty where nothing is.
-- `signed_before` is the end of the second of the smallest `t` among the copies, the one column that a copy may change:
-- an event cannot have happened after it was signed, so an event dated ahead does not beat all that follow.

-- `verification.v2.document_status_updated`: `at` is `updated_at`.
CREATE TABLE document_status_changes (
  verification_id text COLLATE "C" NOT NULL,
  digest bytea NOT NULL,
  at timestamptz NOT NULL,
  at_text text,
  signed_before timestamptz NOT NULL,
  effective_at timestamptz NOT NULL GENERATED ALWAYS AS (LEAST(at, signed_before)) STORED,
  documents_status text NOT NULL,
  previous_documents_status text,
  PRIMARY KEY (verification_id, digest)
);

-- `verification.v2.findings.updated`: `at` is `computed_at`.
CREATE TABLE findings_runs (
  verification_id text COLLATE "C" NOT NULL,
  digest bytea NOT NULL,
  at timestamptz NOT NULL,
  at_text text,
  signed_before timestamptz NOT NULL,
  effective_at timestamptz NOT NULL GENERATED ALWAYS AS (LEAST(at, signed_before)) STORED,
  run_id text NOT NULL,
  source text,
  findings jsonb NOT NULL,
  PRIMARY KEY (verification_id, digest)
);

-- The three item events: `at` is `completed_at`, `extraction_completed_at` or `updated_at`.
CREATE TABLE item_changes (
  verification_id text COLLATE "C" NOT NULL,
  digest bytea NOT NULL,
  at timestamptz NOT NULL,
  at_text text,
  signed_before timestamptz NOT NULL,
  effective_at timestamptz NOT NULL GENERATED ALWAYS AS (LEAST(at, signed_before)) STORED,
  item_id bigint NOT NULL,
  kind text NOT NULL,
  item_type text,
  item_error text,
  internal_status text,
  success boolean,
  PRIMARY KEY (verification_id, digest)
);
-- Which errors and types there are.
CREATE INDEX item_changes_error ON item_changes (left(item_error, 201)) WHERE item_error IS NOT NULL;
CREATE INDEX item_changes_type ON item_changes (left(item_type, 201)) WHERE item_type IS NOT NULL;

-- Label events: `at` is `added_at` or `removed_at`.
CREATE TABLE label_changes (
  verification_id text COLLATE "C" NOT NULL,
  digest bytea NOT NULL,
  at timestamptz NOT NULL,
  at_text text,
  signed_before timestamptz NOT NULL,
  effective_at timestamptz NOT NULL GENERATED ALWAYS AS (LEAST(at, signed_before)) STORED,
  label text NOT NULL,
  kind text NOT NULL,
  display_name text,
  category text,
  comment text,
  PRIMARY KEY (verification_id, digest)
);
-- Which labels there are, and what each was called last.
CREATE INDEX label_changes_label ON label_changes (left(label, 201), effective_at);

-- `verification_people.curp_search_completed` has no time of its own: `at` is the end of the second `t`.
CREATE TABLE curp_lookups (
  verification_id text COLLATE "C" NOT NULL,
  digest bytea NOT NULL,
  at timestamptz NOT NULL,
  at_text text,
  signed_before timestamptz NOT NULL,
  effective_at timestamptz NOT NULL GENERATED ALWAYS AS (LEAST(at, signed_before)) STORED,
  people_id bigint NOT NULL,
  item_id bigint,
  shareholder_id bigint,
  people_error text,
  people_error_message text,
  PRIMARY KEY (verification_id, digest)
);

-- What each event says of the verification itself, whatever else it is about: status and base fields. `at` is the
-- event's own time, or the end of the second `t` where it has none. A null field is one that the event does not
-- carry.
CREATE TABLE verification_statements (
  verification_id text COLLATE "C" NOT NULL,
  digest bytea NOT NULL,
  at timestamptz NOT NULL,
  at_text text,
  signed_before timestamptz NOT NULL,
  effective_at timestamptz NOT NULL GENERATED ALWAYS AS (LEAST(at, signed_before)) STORED,
  event_name text NOT NULL,
  status text,
  account_id text,
  account_name text,
  verification_tag text,
  created_at timestamptz,
  -- What is written for it where it could not be read.
  created_at_text text,
  extraction_completed_at timestamptz,
  PRIMARY KEY (verification_id, digest)
);

-- Snapshots: one row for each read of the API, the truth for the fields it holds at `read_at`. The columns are what
-- the summary and the timeline need; the whole redacted answer is `snapshot_bodies` by `body_hash`.
CREATE TABLE verification_snapshots (
  verification_id text COLLATE "C" NOT NULL,
  subject text NOT NULL,
  read_at timestamptz NOT NULL,
  body_hash bytea NOT NULL,
  status text,
  documents_status text,
  tag text,
  account_id text,
  created_at timestamptz,
  -- Null when the answer carried no findings, or (see `findings`) when they are old and have no time.
  findings_computed_at timestamptz,
  findings jsonb,
  -- What is written for these times where they could not be read.
  created_at_text text,
  findings_computed_at_text text,
  PRIMARY KEY (verification_id, subject, read_at, body_hash)
);
CREATE INDEX verification_snapshots_latest ON verification_snapshots (verification_id, subject, read_at);

-- Text in which case, accents, dots, commas and the width of spaces make no difference: 'S.A. de C.V.' is 'sa de cv'. What is
-- searched and what it is searched by go through this one function; of core functions only, so that no extension is needed.
-- The accents go before the letters are made small, so that the database's locale hardly matters.
CREATE FUNCTION folded(text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(regexp_replace(
    translate(regexp_replace(normalize($1 COLLATE "default", NFKD), '[\u0300-\u036f]', '', 'g'), '.,', ''),
    '\s+', ' ', 'g'));

-- Each entry behind a prefix that says what it is; cut, since an index holds 2,700 bytes of a value at most.
CREATE FUNCTION prefixed(prefix text, entries text[]) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN ARRAY(SELECT prefix || left(entry, 201) FROM unnest(entries) AS entry);

-- One row a verification: what lists show and filter by. Computed from the facts by one set-based statement (design §4,
-- Summary); nothing here is known from elsewhere, so it can be dropped and computed again. Most events change the time of
-- the last activity alone: no index has it, so that they write none (heap-only updates).
CREATE TABLE verification_summaries (
  verification_id text COLLATE "C" PRIMARY KEY,
  account_id text,
  account_name text,
  tag text,
  created_at timestamptz,
  -- What the service writes for it where it could not be read.
  created_at_text text,
  status text,
  -- Since when the status is known to hold; a read that only confirms it does not make it newer.
  status_at timestamptz,
  documents_status text,
  -- Likewise.
  documents_status_at timestamptz,
  -- First `full_upload` among the events; with `created_at` the time from creation to completed file.
  first_completed_at timestamptz,
  -- An event is missing somewhere in the documents_status timeline.
  has_gap boolean NOT NULL DEFAULT false,
  findings_high integer NOT NULL DEFAULT 0,
  findings_medium integer NOT NULL DEFAULT 0,
  findings_low integer NOT NULL DEFAULT 0,
  findings_source text,
  findings_computed_at timestamptz,
  -- The first of the gravest ones of this run: severity, message (cut to 200 characters) and missing_field.
  gravest_finding jsonb,
  items_total integer NOT NULL DEFAULT 0,
  -- Those that need attention, with or without an error code.
  items_with_error integer NOT NULL DEFAULT 0,
  -- Distinct current error codes and types of its items, and types of those that need attention, each sorted.
  item_errors text[] NOT NULL DEFAULT '{}',
  item_types text[] NOT NULL DEFAULT '{}',
  item_types_with_error text[] NOT NULL DEFAULT '{}',
  -- Current label keys, sorted.
  labels text[] NOT NULL DEFAULT '{}',
  -- What each of them is called, in their order; the key where it has no name.
  label_names text[] NOT NULL DEFAULT '{}',
  -- Parts of which facts contradict each other, so that an event is missing.
  contradictions text[] NOT NULL DEFAULT '{}',
  -- Greatest effective time of any event. Reading is no activity: only where no event is known it is the last read
  -- that brought an answer not seen before. Null only before the first fact is summarised.
  last_activity_at timestamptz,
  -- What the newest answer of the service has in the fields that an admin chose (`title_fields`). They may name a person:
  -- they go as soon as that answer is kept no longer (`lib/server/projections/write-titles.ts`).
  title text,
  tax_id text,
  -- Every value that a filter may ask for as a whole.
  terms text[] NOT NULL GENERATED ALWAYS AS (
    array_remove(ARRAY[
      'status:' || left(status, 201),
      'documents_status:' || left(documents_status, 201),
      'account:' || left(account_id, 201),
      'account_name:' || left(account_name, 201),
      'tag:' || left(tag, 201),
      'findings_source:' || left(findings_source, 201),
      CASE WHEN findings_high > 0 THEN 'severity:high' END,
      CASE WHEN findings_medium > 0 THEN 'severity:medium' END,
      CASE WHEN findings_low > 0 THEN 'severity:low' END,
      CASE WHEN items_with_error > 0 THEN 'in_error' END
    ], NULL)
    || prefixed('label:', labels)
    || prefixed('item_error:', item_errors)
    || prefixed('item_type:', item_types)
  ) STORED,
  -- What is searched by words.
  searched text NOT NULL GENERATED ALWAYS AS (
    folded(' ' || COALESCE(tag, '') || ' ' || COALESCE(title, '') || ' ' || COALESCE(tax_id, ''))
  ) STORED
) WITH (fillfactor = 80);
CREATE INDEX verification_summaries_terms ON verification_summaries USING gin (terms);
CREATE INDEX verification_summaries_searched ON verification_summaries USING gin (searched gin_trgm_ops);
CREATE INDEX verification_summaries_id ON verification_summaries (lower(verification_id COLLATE "default") COLLATE "C");
CREATE INDEX verification_summaries_created ON verification_summaries (created_at);
-- Since when files are in their document status.
CREATE INDEX verification_summaries_documents_status_at ON verification_summaries (documents_status_at);
-- Which accounts there are, and names of accounts: they are few, and are found by going from each to the next.
CREATE INDEX verification_summaries_account ON verification_summaries (left(account_id, 201), created_at);
CREATE INDEX verification_summaries_account_name
  ON verification_summaries (left(account_name, 201), COALESCE(created_at, '-infinity'));
ALTER TABLE verification_summaries ALTER terms SET STATISTICS 1000;
ALTER TABLE verification_summaries ALTER searched SET STATISTICS 1000;

-- What the list is ordered by (`by_…`). A comparison with null would end a page, hence none is null: what is absent is
-- '-infinity', the empty text or 0. `facets` is status, documents status, the severities of findings, whether an item is in
-- error and of which kind of run the findings are, in one number below 1,728: whatever is filtered by these is found in as
-- many runs of an index.
CREATE VIEW ordered_summaries AS SELECT
  *,
  (by_status * 6 + by_documents_status) * 48 + (findings_high > 0)::int * 24 + (findings_medium > 0)::int * 12
    + (findings_low > 0)::int * 6 + (items_with_error > 0)::int * 3
    + CASE findings_source WHEN 'final' THEN 1 WHEN 'provisional' THEN 2 ELSE 0 END AS facets
FROM (
  SELECT
    *,
    COALESCE(last_activity_at, '-infinity') AS by_activity,
    COALESCE(created_at, '-infinity') AS by_creation,
    -- Cut, to be fit for an index, and longer than any filter's value.
    left(COALESCE(tag, ''), 201) COLLATE "C" AS by_tag,
    -- From finished to what asks for attention, then values that the interface does not name.
    CASE status WHEN 'finished' THEN 1 WHEN 'pending' THEN 2 WHEN 'pending_validation' THEN 3 WHEN 'error' THEN 4
      ELSE CASE WHEN status IS NULL THEN 0 ELSE 5 END END AS by_status,
    -- From an empty file to a full one.
    CASE documents_status WHEN 'pending_upload' THEN 1 WHEN 'partial_upload' THEN 2 WHEN 'pending_external' THEN 3
      WHEN 'full_upload' THEN 4 ELSE CASE WHEN documents_status IS NULL THEN 0 ELSE 5 END END AS by_documents_status,
    -- One graver finding outweighs any number of lesser ones.
    LEAST(findings_high, 9999)::bigint * 100000000 + LEAST(findings_medium, 9999) * 10000 + LEAST(findings_low, 9999)
      AS by_findings,
    items_with_error AS by_items_with_error
  FROM verification_summaries
) AS summary;

-- The list in each of its orders, copied from its summary in the batch that changed it
-- (`lib/server/projections/summarise.ts`). Narrow, since nearly every event moves a row in most of its indexes. Each of them
-- ends with the times and facets that the list is narrowed by, so that they are compared without a look at the table.
CREATE TABLE verification_list (
  verification_id text COLLATE "C" PRIMARY KEY,
  by_activity timestamptz NOT NULL,
  by_creation timestamptz NOT NULL,
  by_tag text COLLATE "C" NOT NULL,
  by_status integer NOT NULL,
  by_documents_status integer NOT NULL,
  by_findings bigint NOT NULL,
  by_items_with_error integer NOT NULL,
  facets integer NOT NULL
) WITH (fillfactor = 90);
CREATE INDEX verification_list_activity ON verification_list (by_activity, verification_id, by_creation, facets);
CREATE INDEX verification_list_creation ON verification_list (by_creation, verification_id, by_activity, facets);
CREATE INDEX verification_list_tag ON verification_list (by_tag, verification_id, by_creation, by_activity, facets);
CREATE INDEX verification_list_findings
  ON verification_list (by_findings, by_activity, verification_id, by_creation, facets);
CREATE INDEX verification_list_items_with_error
  ON verification_list (by_items_with_error, by_activity, verification_id, by_creation, facets);
CREATE INDEX verification_list_facets_activity ON verification_list (facets, by_activity, verification_id, by_creation);
CREATE INDEX verification_list_facets_creation ON verification_list (facets, by_creation, verification_id, by_activity);

-- One row a person of the newest answer about the people of a verification, for the search across verifications:
-- computed from that answer and from how lookups ended (`lib/server/projections/write-people.ts`).
CREATE TABLE verification_people (
  verification_id text COLLATE "C" NOT NULL,
  -- Its place in the answer; nothing says that the service numbers people once only.
  "position" integer NOT NULL,
  people_id bigint,
  name text,
  curp text,
  outcome text NOT NULL,
  has_pdf boolean NOT NULL DEFAULT false,
  people_error text,
  at timestamptz NOT NULL,
  -- Every name and CURP that the answer has for the person.
  texts text NOT NULL,
  tag text,
  searched text NOT NULL GENERATED ALWAYS AS (
    folded(' ' || texts || ' ' || verification_id || ' ' || COALESCE(tag, ''))
  ) STORED,
  PRIMARY KEY (verification_id, "position")
);
CREATE INDEX verification_people_at ON verification_people (at, verification_id, "position");
CREATE INDEX verification_people_outcome ON verification_people (outcome, at, verification_id, "position");
CREATE INDEX verification_people_searched ON verification_people USING gin (searched gin_trgm_ops);

-- Which fields of the service's answer are a file's title and its tax id: JSON Pointers (RFC 6901), of which the first that
-- has a value counts. No row until an admin has chosen. The rest of the row is how far the files have been brought up to
-- date with the choice (`lib/server/inbox/fill-titles.ts`).
CREATE TABLE title_fields (
  singleton integer PRIMARY KEY DEFAULT 1,
  title text[] NOT NULL,
  tax_id text[] NOT NULL,
  chosen_at timestamptz NOT NULL DEFAULT now(),
  -- How many files there were then, and how many of them are done, in the order of their ids.
  total integer NOT NULL,
  done integer NOT NULL DEFAULT 0,
  filled_to text COLLATE "C" NOT NULL DEFAULT '',
  -- Null until all are.
  filled_at timestamptz
);

-- Verifications that were erased here and are not taken in again, each known by a keyed hash of its id alone.
CREATE TABLE erased_verifications (
  id_hash bytea PRIMARY KEY,
  erased_at timestamptz NOT NULL DEFAULT now()
);

-- Signatures of deliveries that were erased, or came in about what was: a copy is acknowledged and not stored.
CREATE TABLE erased_signatures (
  signature text PRIMARY KEY
);

-- Reads of the API that are due (design §5): coalesced, one row a verification and subject.
CREATE TABLE refresh_requests (
  verification_id text COLLATE "C" NOT NULL,
  subject text NOT NULL,
  reason text NOT NULL,
  due_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  requested_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (verification_id, subject)
);
CREATE INDEX refresh_requests_due ON refresh_requests (due_at);

-- How fresh the read model of a verification is: the last try and the last success, and what went wrong since.
CREATE TABLE verification_reads (
  verification_id text COLLATE "C" NOT NULL,
  subject text NOT NULL,
  -- Set while some process reads; others wait or use its answer instead of reading again.
  started_at timestamptz,
  succeeded_at timestamptz,
  failed_at timestamptz,
  -- The first failure after the last success.
  failing_since timestamptz,
  error_code text,
  error_status integer,
  body_hash bytea,
  PRIMARY KEY (verification_id, subject)
);

-- The one budget of calls to the service that all processes share (design §5), as `refresh/budget.ts` keeps it.
CREATE TABLE service_budget (
  singleton integer PRIMARY KEY DEFAULT 1,
  person_tokens double precision NOT NULL,
  background_tokens double precision NOT NULL,
  per_second double precision NOT NULL,
  refilled_at timestamptz NOT NULL DEFAULT now(),
  -- Until then nobody calls: the service answered 429 with `Retry-After`.
  paused_until timestamptz
);

-- Last sign of life of each process: a gap in the receiver's means an outage (design §5).
CREATE TABLE heartbeats (
  process text NOT NULL,
  instance text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  beat_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (process, instance)
);

-- Times in which deliveries did not arrive, so that what happened in them was looked for again. What was lost in them is
-- said of each verification until an admin dismisses it.
CREATE TABLE outages (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  cause text NOT NULL,
  began_at timestamptz NOT NULL,
  ended_at timestamptz,
  dismissed_at timestamptz,
  -- As the admin's email was then.
  dismissed_by text
);
CREATE INDEX outages_open ON outages (began_at) WHERE ended_at IS NULL;

-- What the worker found when it last looked whether our key and our webhook still stand; one row.
CREATE TABLE connection_checks (
  singleton integer PRIMARY KEY DEFAULT 1,
  -- When to look next.
  due_at timestamptz NOT NULL DEFAULT now(),
  checked_at timestamptz,
  succeeded_at timestamptz,
  failed_at timestamptz,
  -- The first failure after the last success.
  failing_since timestamptz,
  error_code text,
  -- `ConnectionProblem`s of our webhook, as the service listed it last.
  problems text[] NOT NULL DEFAULT '{}',
  problems_since timestamptz,
  -- Seconds that our clock is ahead of the service's; null where its answers have no date.
  clock_ahead double precision,
  clock_wrong_since timestamptz
);

-- What calls to the service have failed at: one row a kind, for as long as it goes on.
CREATE TABLE service_errors (
  -- Method and path, with `:id` for what is variable.
  operation text NOT NULL,
  code text NOT NULL,
  -- What the service answered; 0 where it did not.
  service_status integer NOT NULL,
  times bigint NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  last_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (operation, code, service_status)
);

-- Secrets at rest (design §6, Vault): AES-256-GCM, bound to the row by its id, kind and owner as AAD.
CREATE TABLE vault_secrets (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  -- The receiver or the dashboard key that the secret belongs to.
  owner text NOT NULL,
  -- Names the `COTEJO_SECRET` under which it is encrypted.
  master_id text NOT NULL,
  nonce bytea NOT NULL,
  ciphertext bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX vault_secrets_owner ON vault_secrets (kind, owner);

-- The keys this dashboard calls the service with; at most one is current.
CREATE TABLE dashboard_keys (
  id uuid PRIMARY KEY,
  -- The service's id of the key (`ak_…`); null where it came from `SVC_API_KEY` and is not known yet.
  service_key_id text,
  name text,
  source text NOT NULL,
  state text NOT NULL,
  -- Keyed hash of the value, to recognise a changed `SVC_API_KEY` without decrypting.
  fingerprint text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  retired_at timestamptz
);
CREATE UNIQUE INDEX dashboard_keys_current ON dashboard_keys (state) WHERE state = 'current';

-- The dashboard's own webhook. `creating` from before the POST until its secret is stored: meanwhile deliveries that
-- match no known secret get 503, not a refusal (design §4, Receiver).
CREATE TABLE receivers (
  id text PRIMARY KEY,
  state text NOT NULL,
  webhook_id text,
  url text NOT NULL,
  creating_since timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Webhook secrets that a receiver accepts: current, previous, the one being replaced, a retired one for 20 minutes.
CREATE TABLE receiver_secrets (
  id uuid PRIMARY KEY,
  receiver_id text NOT NULL,
  role text NOT NULL,
  secret_id uuid NOT NULL,
  webhook_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  retired_at timestamptz,
  last_matched_at timestamptz
);
CREATE INDEX receiver_secrets_receiver ON receiver_secrets (receiver_id);

-- Rotations of the dashboard's own key (design §6): each step is committed here before the next begins.
CREATE TABLE rotations (
  id uuid PRIMARY KEY,
  state text NOT NULL,
  -- Grows with each write: who wrote on the strength of an older one was overtaken.
  revision integer NOT NULL DEFAULT 0,
  -- The dashboard key it began with, and the service's id of it.
  old_key_id uuid NOT NULL,
  old_service_key_id text NOT NULL,
  new_key_id uuid,
  -- Why the new key is to be deleted instead of used.
  giving_up text,
  problem text,
  -- In a row, at this step.
  failures integer NOT NULL DEFAULT 0,
  -- The next step is not taken before.
  due_at timestamptz NOT NULL DEFAULT now(),
  started_by uuid,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX rotations_one_at_a_time ON rotations ((true)) WHERE state NOT IN ('done', 'abandoned');

-- When each state was reached.
CREATE TABLE rotation_steps (
  rotation_id uuid NOT NULL REFERENCES rotations ON DELETE CASCADE,
  state text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (rotation_id, state)
);

-- Replacements of keys that are used elsewhere: tasks of people, which stay open until one has ended them (design
-- §6).
CREATE TABLE key_replacements (
  id uuid PRIMARY KEY,
  state text NOT NULL,
  old_service_key_id text NOT NULL,
  old_name text NOT NULL,
  new_service_key_id text,
  new_name text,
  problem text,
  started_by uuid,
  started_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz,
  switched_at timestamptz,
  ended_at timestamptz
);
CREATE UNIQUE INDEX key_replacements_one_a_key
  ON key_replacements (old_service_key_id) WHERE state NOT IN ('done', 'cancelled');

-- Replacements of webhook secrets (design §6), each state committed before the next begins.
CREATE TABLE webhook_replacements (
  id uuid PRIMARY KEY,
  state text NOT NULL,
  -- Of the dashboard's own webhook: its receiver.
  receiver_id text,
  old_webhook_id text NOT NULL,
  new_webhook_id text,
  url text NOT NULL,
  events text[] NOT NULL,
  description text NOT NULL,
  started_by uuid,
  begun_at timestamptz NOT NULL DEFAULT now(),
  twinned_at timestamptz,
  stored_at timestamptz,
  switched_at timestamptz,
  ended_at timestamptz
);
CREATE UNIQUE INDEX webhook_replacements_under_way
  ON webhook_replacements (old_webhook_id) WHERE state NOT IN ('done', 'given_up');
CREATE INDEX webhook_replacements_new ON webhook_replacements (new_webhook_id);

-- POSTs of a key or a webhook whose outcome is not known (design §6): written before one is sent, gone once its secret is
-- stored or the service has refused. What one of them may have left has a secret that nobody has seen.
CREATE TABLE creation_attempts (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  -- The row of the flow that it was sent for: a rotation, a replacement, a receiver. No foreign key, since what it left is
  -- looked for also where that row is gone.
  flow_id text NOT NULL,
  asked jsonb NOT NULL,
  -- The ids that cannot be of it: listed before it, or made by another attempt.
  known_ids text[] NOT NULL,
  posted_at timestamptz NOT NULL DEFAULT now(),
  -- Keys of unknown name that came since, of which one may be of it; and which one an admin said it is, the empty text: none.
  candidates text[],
  decision text,
  -- When it is looked for again, since it may be committed late. Null until somebody has looked: till then its flow creates
  -- nothing.
  look_at timestamptz
);
CREATE UNIQUE INDEX creation_attempts_open ON creation_attempts (flow_id) WHERE look_at IS NULL;

-- Values that the service shows once (design §6): held encrypted for the session that caused them until they are
-- acknowledged or expire. Then the fingerprint is all that remains.
CREATE TABLE reveals (
  id uuid PRIMARY KEY,
  -- The only session that may read it.
  session_hash text NOT NULL,
  kind text NOT NULL,
  -- The service's id of what the value belongs to, and its name for people.
  subject_id text NOT NULL,
  name text NOT NULL,
  -- The first 12 hex digits of the value's SHA-256, which anyone who has it can compute too.
  fingerprint text NOT NULL,
  -- Of the vault; null once the value is gone.
  secret_id uuid,
  expires_at timestamptz NOT NULL,
  -- When somebody said that they had stored it; null where nobody ever did.
  acknowledged_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX reveals_session ON reveals (session_hash);
CREATE INDEX reveals_subject ON reveals (kind, subject_id);

CREATE TABLE users (
  id uuid PRIMARY KEY,
  -- As it was typed.
  email text NOT NULL,
  -- By which an account is found and is the only one. Folded by the database alone, from A to Z and nothing else:
  -- what other letters fold to differs between engines and locales, and no account's address has any.
  email_folded text GENERATED ALWAYS AS (lower(email COLLATE "C")) STORED,
  name text NOT NULL,
  role text NOT NULL,
  -- PHC string of argon2id; null while a one-time link is the only way in.
  password_hash text,
  disabled_at timestamptz,
  -- When this person first chose a password; null for who is invited and has not come.
  joined_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX users_email ON users (email_folded);

-- Sessions, revocable one by one. The cookie seals a random token of which only the SHA-256 is stored here.
CREATE TABLE sessions (
  -- Names the session for all its life: the hash of its first token.
  id_hash text PRIMARY KEY,
  -- Of the token that opens it now: another one each time the password is given.
  token_hash text NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Moved by what a person does, not by background polling.
  active_at timestamptz NOT NULL DEFAULT now(),
  -- When the password was last given: secrets may be changed for ten minutes after (design §9).
  authenticated_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  -- Where it was begun from, for whoever looks through the sessions.
  address text,
  user_agent text
);
CREATE UNIQUE INDEX sessions_token ON sessions (token_hash);
CREATE INDEX sessions_user ON sessions (user_id);

-- The first admin's one-time link: only the SHA-256 of the token is stored.
CREATE TABLE setup_links (
  token_hash text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

-- The one-time link by which somebody chooses a password: one a person, gone once it is used.
CREATE TABLE access_links (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- SHA-256; the token itself is in the link alone.
  token_hash text NOT NULL UNIQUE,
  purpose text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Browsers that somebody has signed in with: each has an allowance of wrong passwords that strangers can't use up.
CREATE TABLE known_browsers (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- SHA-256 of what the browser's long-lived cookie holds.
  token_hash text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, token_hash)
);

-- What others did to somebody's account: shown to them until they acknowledge it. The audit trail keeps it.
CREATE TABLE account_notices (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL,
  -- Another one each time it happens again: acknowledged is what was shown, and nothing that happened since.
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Of the first time; `count` says how often.
  since timestamptz NOT NULL DEFAULT now(),
  count integer NOT NULL DEFAULT 1,
  -- Emails of whoever did it, where that is known.
  "by" text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (user_id, kind)
);

-- How many attempts there were of late, by account, address, …: in the database, so that a restart does not reset them.
CREATE TABLE throttles (
  -- Hashed, so that the table does not become a list of what people mistyped.
  subject text PRIMARY KEY,
  -- Attempts, fading since `at`.
  level double precision NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  -- Nothing is looked at before.
  free_at timestamptz NOT NULL DEFAULT now(),
  -- When the refusal of this wait was recorded: once a wait, however often it is tried.
  refused_at timestamptz,
  -- Faded to nothing by then.
  forget_at timestamptz NOT NULL
);
CREATE INDEX throttles_forget ON throttles (forget_at);

-- A second factor by time-based codes; another kind would stand in a table of its own beside this one.
CREATE TABLE totp_factors (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Of the vault.
  secret_id uuid NOT NULL,
  -- Counts from the first right code on.
  confirmed_at timestamptz,
  -- The step of the last code that was accepted: it and those before it are used up.
  last_step bigint
);

CREATE TABLE recovery_codes (
  -- SHA-256 of 80 random bits.
  code_hash text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  used_at timestamptz
);
CREATE INDEX recovery_codes_user ON recovery_codes (user_id);

-- Its one row stands while a second admin has to agree to what lets an admin act as somebody else.
CREATE TABLE consent_policy (
  one boolean PRIMARY KEY DEFAULT true,
  since timestamptz NOT NULL DEFAULT now()
);

-- What an admin has asked for; gone once another one has answered, or at its time.
CREATE TABLE consent_requests (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  action text NOT NULL,
  asked_by uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX consent_requests_of ON consent_requests (user_id, action);

-- What users write about a verification. A note of the kind `compliance` is hidden from support.
CREATE TABLE notes (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  verification_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  text text NOT NULL,
  user_id uuid NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  edited_at timestamptz,
  -- What it said before, oldest first: `[{ text, at }]`.
  history jsonb NOT NULL DEFAULT '[]'
);
CREATE INDEX notes_verification ON notes (verification_id, id);

-- When each user last looked at a verification, and short names of what was on the page, by which it marks what is new.
CREATE TABLE verification_seen (
  verification_id text COLLATE "C" NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  seen_at timestamptz NOT NULL DEFAULT now(),
  marks text[] NOT NULL,
  PRIMARY KEY (verification_id, user_id)
);

-- Saved views of the list: the parameters of its address. A shared one is everybody's, and an admin's to change.
CREATE TABLE views (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  query text NOT NULL,
  shared boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX views_user ON views (user_id);
CREATE INDEX views_shared ON views (created_at) WHERE shared;

-- Who did what to whom, when and from where. It refers to nothing, so that nothing that is deleted takes it along.
CREATE TABLE audit_log (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT now(),
  action text NOT NULL,
  -- Null for nobody: what was done without a session.
  user_id uuid,
  -- As it was then.
  user_email text,
  -- What it was done to, by ids alone.
  ids jsonb NOT NULL,
  address inet,
  user_agent text,
  before jsonb,
  after jsonb,
  outcome text NOT NULL DEFAULT 'done',
  error_code text,
  -- The `begun` entry whose outcome this is; it has one at most.
  intent_id bigint
);
CREATE INDEX audit_log_at ON audit_log (at, id);
CREATE INDEX audit_log_verification ON audit_log ((ids ->> 'verification_id') COLLATE "C", id);
CREATE INDEX audit_log_ids ON audit_log USING gin (ids);
CREATE INDEX audit_log_action ON audit_log (action, at, id);
CREATE INDEX audit_log_user ON audit_log (user_id, at, id);
CREATE INDEX audit_log_address ON audit_log (address, at, id);
CREATE INDEX audit_log_outcome ON audit_log (outcome, at, id) WHERE outcome <> 'done';
CREATE UNIQUE INDEX audit_log_intent ON audit_log (intent_id) WHERE intent_id IS NOT NULL;

-- The trail is append-only. What may go is what the retention of `lib/server/audit/write.ts` no longer keeps, by a
-- setting that ends with its transaction. Triggers are kept even where replication would skip them.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < NULLIF(current_setting('cotejo.audit_kept_since', true), '')::timestamptz THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_log_never_emptied BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_append_only;
ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_never_emptied;

-- Reviews (docs/decisions/0020): what the team does with verifications. Nothing of them comes from the inbox, so a rebuild
-- touches none of these tables, and no write of a review touches what the list is ordered by.

-- The policy in force is the one with the greatest version; each change adds one. What a version leaves out is as
-- `lib/contract/review/policy.ts` begins.
CREATE TABLE review_policies (
  version integer PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  -- Null for what the installation set itself.
  user_id uuid,
  policy jsonb NOT NULL
);
-- What was complete before the installation is not in the queue.
INSERT INTO review_policies (version, policy)
  VALUES (1, jsonb_build_object('review_from', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')));

-- How far the files have been queued to be looked at under the newest policy (`lib/server/review/due.ts`).
CREATE TABLE review_sweep (
  singleton integer PRIMARY KEY DEFAULT 1,
  policy_version integer NOT NULL,
  -- The last id that was queued; null once all are.
  swept_to text COLLATE "C" DEFAULT ''
);

-- One row a verification that has a state, or had one.
CREATE TABLE reviews (
  verification_id text COLLATE "C" PRIMARY KEY,
  state text,
  resolution text,
  reasons text[] NOT NULL DEFAULT '{}',
  -- An account. No foreign key: it stays where the account is gone, and the name is then not known.
  assignee uuid,
  due_at timestamptz,
  -- Kept by the worker, so that an index has the order in which reviews are taken.
  overdue boolean NOT NULL DEFAULT false,
  follow_up_on text,
  -- The gravest finding, 0 high to 3 none, and when the verification was created: for the order alone.
  gravest integer NOT NULL DEFAULT 3,
  by_creation timestamptz NOT NULL DEFAULT '-infinity',
  -- Overdue ones first, those that are never due behind the others, each by the gravest finding; 12 is not open.
  due_rank integer NOT NULL GENERATED ALWAYS AS (
    CASE WHEN state = 'open' THEN CASE WHEN overdue THEN 0 WHEN due_at IS NULL THEN 8 ELSE 4 END + gravest ELSE 12 END
  ) STORED,
  -- Digest of the facts as they were evaluated last, and how often what is shown has changed: they make the version.
  digest text NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  -- What people have done, as the rules go by it (`StoredReview` of `lib/contract/review/transitions.ts`).
  standing jsonb NOT NULL,
  -- The last bases with their digests, so that who acts on an older one can be shown what differs; the newest first.
  bases jsonb NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX reviews_state ON reviews (state, due_rank, by_creation, verification_id) WHERE state IS NOT NULL;
CREATE INDEX reviews_next ON reviews (due_rank, by_creation, verification_id)
  WHERE state = 'open' AND assignee IS NULL AND reasons <> '{stalled_customer}';
CREATE INDEX reviews_assignee ON reviews (assignee, state, due_rank, by_creation, verification_id)
  WHERE assignee IS NOT NULL;
CREATE INDEX reviews_due_at ON reviews (due_at) WHERE state = 'open';
-- Two lanes of the desk; the others are in those above.
CREATE INDEX reviews_changed ON reviews (due_rank) WHERE state = 'open' AND reasons @> '{changed}';
CREATE INDEX reviews_stalled ON reviews (due_rank)
  WHERE state = 'open' AND reasons && '{stalled_customer,stalled_service}';
CREATE INDEX reviews_reasons ON reviews USING gin (reasons) WHERE state IS NOT NULL;

-- When the rules are to look at a verification next. Its row is the lock of a review too: whoever changes one has it first.
CREATE TABLE review_due (
  verification_id text COLLATE "C" PRIMARY KEY,
  due_at timestamptz NOT NULL
);
CREATE INDEX review_due_at ON review_due (due_at);

-- What was done with a review, by whom, and on which facts.
CREATE TABLE review_log (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  verification_id text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  kind text NOT NULL,
  -- Null for the rules; the name as it was then.
  user_id uuid,
  user_name text,
  state text,
  resolution text,
  reason_code text,
  reason text,
  reasons text[] NOT NULL,
  assignee uuid,
  assignee_name text,
  follow_up_on text,
  policy_version integer NOT NULL,
  -- What a decision rests on, and its SHA-256; null where nothing was decided.
  basis jsonb,
  digest text,
  undoes bigint,
  differences jsonb NOT NULL,
  handled jsonb NOT NULL,
  request jsonb NOT NULL,
  -- The row of `reviews` as it was; null where there was none. An undo writes it back.
  before jsonb
);
CREATE INDEX review_log_verification ON review_log (verification_id, id);
CREATE INDEX review_log_decisions ON review_log (at, id) WHERE digest IS NOT NULL;

-- What stays of a decision once its verification is erased.
CREATE TABLE erased_decisions (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  kind text NOT NULL,
  resolution text,
  reason_code text,
  user_id uuid,
  user_name text,
  digest text NOT NULL,
  erased_at timestamptz NOT NULL DEFAULT now(),
  -- Why it was erased, in the words of who did.
  erased_because text NOT NULL
);
CREATE INDEX erased_decisions_at ON erased_decisions (at);

-- Policies and logs are append-only. What may go is the log of a verification that is being erased, by a setting that ends
-- with its transaction.
CREATE FUNCTION refuse_review_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME = 'review_log' THEN
    IF OLD.verification_id = NULLIF(current_setting('cotejo.erased_verification', true), '') THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'the log of reviews is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER review_log_append_only BEFORE UPDATE OR DELETE ON review_log
  FOR EACH ROW EXECUTE FUNCTION refuse_review_change();
CREATE TRIGGER review_log_never_emptied BEFORE TRUNCATE ON review_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_review_change();
CREATE TRIGGER review_policies_append_only BEFORE UPDATE OR DELETE ON review_policies
  FOR EACH ROW EXECUTE FUNCTION refuse_review_change();
CREATE TRIGGER review_policies_never_emptied BEFORE TRUNCATE ON review_policies
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_review_change();
ALTER TABLE review_log ENABLE ALWAYS TRIGGER review_log_append_only;
ALTER TABLE review_log ENABLE ALWAYS TRIGGER review_log_never_emptied;
ALTER TABLE review_policies ENABLE ALWAYS TRIGGER review_policies_append_only;
ALTER TABLE review_policies ENABLE ALWAYS TRIGGER review_policies_never_emptied;
