-- expands: functions that put the facts of a verification in order, for all statements that ask which one is current

-- Which fact is the later one (design §4) is stated here alone. Each function takes the id of a verification and has its
-- facts with their `place`, counted from the oldest; `is_current` marks the last. No order looks at arrival: the digest of its
-- own data decides what time and meaning leave open. PostgreSQL inlines each function into the statement that calls it.

-- Changes of `documents_status` that events state. Of two at one instant the later one has the other's value as its previous
-- value. `gap` marks a change whose previous value is not its predecessor's value (interface, event rule 2), and a first
-- one that has a previous value: an event before it is missing.
CREATE FUNCTION document_changes_of(file text)
RETURNS TABLE (place bigint, effective_at timestamptz, at_text text, documents_status text, previous_documents_status text,
  digest bytea, gap boolean)
LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT row_number() OVER in_order, effective_at, at_text, documents_status, previous_documents_status, digest,
    previous_documents_status IS DISTINCT FROM lag(documents_status) OVER in_order
  FROM (
    -- 1 for a change that only follows another of its instant, -1 for one that only precedes, 0 for neither or both.
    SELECT *,
      CASE WHEN count(*) OVER (PARTITION BY effective_at) = 1 THEN 0 ELSE
        EXISTS (
          SELECT FROM document_status_changes AS other
          WHERE other.verification_id = file AND other.effective_at = change.effective_at
            AND other.digest <> change.digest AND other.documents_status = change.previous_documents_status
        )::int - EXISTS (
          SELECT FROM document_status_changes AS other
          WHERE other.verification_id = file AND other.effective_at = change.effective_at
            AND other.digest <> change.digest AND other.previous_documents_status = change.documents_status
        )::int
      END AS rank
    FROM document_status_changes AS change WHERE verification_id = file
  ) AS ranked
  WINDOW in_order AS (ORDER BY effective_at, rank, digest);
END;

-- Why an item needs attention; null where it needs none. An unreadable file and a failed extraction are failures also where
-- no `item_error` says so, since that is optional (interface, Resources: Item, Item-type outcomes, Event list).
CREATE FUNCTION item_problem(item_type text, item_error text, extracted boolean) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN item_error IS NOT NULL OR item_type = 'corrupted_file' OR NOT extracted THEN 'failed'
  WHEN item_type = 'unknown' THEN 'unclassified'
END;

-- Changes of items, with places and `is_current` for each item. At equal times completed is later than extraction completed,
-- that than a change of the internal status, and a change with an error than one without. Type and error of an item are those
-- of its last change; `completed`, `extracted` (the outcome of the last extraction) and `problem` are as of the change.
CREATE FUNCTION item_changes_of(file text)
RETURNS TABLE (item_id bigint, place bigint, is_current boolean, kind text, effective_at timestamptz, at_text text,
  signed_before timestamptz, digest bytea, item_type text, item_error text, internal_status text, success boolean,
  completed boolean, extracted boolean, problem text)
LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT item_id, place, is_current, kind, effective_at, at_text, signed_before, digest, item_type, item_error,
    internal_status, success, completed, extracted, item_problem(item_type, item_error, extracted)
  FROM (
    SELECT *, first_value(success) OVER (PARTITION BY item_id, extractions ORDER BY place) AS extracted
    FROM (
      SELECT *, row_number() OVER in_order AS place, lead(true) OVER in_order IS NULL AS is_current,
        bool_or(kind = 'completed') OVER in_order AS completed,
        count(*) FILTER (WHERE kind = 'extraction_completed') OVER in_order AS extractions
      FROM item_changes WHERE verification_id = file
      WINDOW in_order AS (
        PARTITION BY item_id
        ORDER BY effective_at, CASE kind WHEN 'completed' THEN 2 WHEN 'extraction_completed' THEN 1 ELSE 0 END,
          item_error IS NOT NULL, digest
        ROWS UNBOUNDED PRECEDING
      )
    ) AS placed
  ) AS change;
END;

-- Changes of labels, with places and `is_current` for each label. At equal times assigned is later than removed: a comment
-- update emits both (interface, event rule 1).
CREATE FUNCTION label_changes_of(file text)
RETURNS TABLE (label text, place bigint, is_current boolean, kind text, effective_at timestamptz, at_text text, digest bytea,
  display_name text, category text, comment text)
LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT label, row_number() OVER in_order, lead(true) OVER in_order IS NULL, kind, effective_at, at_text, digest,
    display_name, category, comment
  FROM label_changes WHERE verification_id = file
  WINDOW in_order AS (PARTITION BY label ORDER BY effective_at, kind = 'added', digest);
END;

-- Statements of the fields that events and readings both carry: at equal times the event's is later.
CREATE FUNCTION observations_of(file text)
RETURNS TABLE (place bigint, at timestamptz, found_by text, digest bytea, event_name text, status text, account_id text,
  account_name text, tag text, created_at timestamptz, created_at_text text)
LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT row_number() OVER (ORDER BY at, found_by = 'event', digest), at, found_by, digest, event_name, status, account_id,
    account_name, tag, created_at, created_at_text
  FROM (
    SELECT effective_at AS at, 'event' AS found_by, digest, event_name, status, account_id, account_name,
      verification_tag AS tag, created_at, created_at_text
    FROM verification_statements WHERE verification_id = file
    UNION ALL
    SELECT read_at, 'api', body_hash, NULL, status, account_id, NULL, tag, created_at, created_at_text
    FROM verification_snapshots WHERE verification_id = file AND subject = 'verification'
  ) AS observation;
END;

-- Runs of findings. Findings that were read are the event's run of the same time; where no event states it they are a run
-- too, as the newest reading that states it has them. All readings count, not only the newest: an answer of a lagging
-- replica takes no later run back. Findings without a time are a run where any were read, and the earliest one. At equal
-- times a final run is later than a provisional one, that than one of another source, and one that was read is the earliest.
-- `finished_read_at` is when the run of an event was last read of a finished verification.
CREATE FUNCTION findings_runs_of(file text)
RETURNS TABLE (place bigint, is_current boolean, run_id text, source text, found_by text, computed_at timestamptz,
  computed_at_text text, findings jsonb, finished_read_at timestamptz)
LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT row_number() OVER in_order, lead(true) OVER in_order IS NULL, run_id, source, found_by, computed_at, at_text, findings,
    CASE found_by WHEN 'event' THEN finished_read_at END
  FROM (
    SELECT *, row_number() OVER (PARTITION BY found_by, is_reported, at ORDER BY read_at DESC, digest DESC) AS age
    FROM (
      -- Windows, not joins: of a file with thousands of runs and readings the planner would expect a few.
      SELECT *, is_dated AND bool_or(found_by = 'event') OVER same_time AS is_reported,
        CASE WHEN is_dated THEN max(read_at) FILTER (WHERE status = 'finished') OVER same_time END AS finished_read_at
      FROM (
        SELECT run_id, source, CASE source WHEN 'final' THEN 3 WHEN 'provisional' THEN 2 ELSE 1 END AS rank,
          'event' AS found_by, CASE WHEN at_text IS NULL THEN at END AS at, at_text, at_text IS DISTINCT FROM '' AS is_dated,
          effective_at AS computed_at, NULL::timestamptz AS read_at, NULL AS status, findings, digest
        FROM findings_runs WHERE verification_id = file
        UNION ALL
        SELECT NULL, NULL, 0, 'api', findings_computed_at, findings_computed_at_text,
          findings_computed_at IS NOT NULL OR COALESCE(findings_computed_at_text, '') <> '',
          CASE WHEN findings_computed_at IS NOT NULL THEN LEAST(findings_computed_at, read_at) END, read_at, status, findings,
          body_hash
        FROM verification_snapshots WHERE verification_id = file AND subject = 'verification' AND findings IS NOT NULL
      ) AS known
      WINDOW same_time AS (PARTITION BY at, at_text)
    ) AS known
  ) AS run
  WHERE found_by = 'event' OR NOT is_reported AND age = 1 AND (at IS NOT NULL OR EXISTS (
    SELECT FROM verification_snapshots
    WHERE verification_id = file AND subject = 'verification' AND findings_computed_at IS NULL AND findings <> '[]'
  ))
  WINDOW in_order AS (ORDER BY computed_at NULLS FIRST, rank, digest);
END;

-- Lookups of CURPs that events report, with places in the file and `is_current` for each person.
CREATE FUNCTION lookups_of(file text)
RETURNS TABLE (place bigint, is_current boolean, people_id bigint, effective_at timestamptz, signed_before timestamptz,
  digest bytea, item_id bigint, shareholder_id bigint, people_error text, people_error_message text)
LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT place, lead(true) OVER (PARTITION BY people_id ORDER BY place) IS NULL, people_id, effective_at, signed_before, digest,
    item_id, shareholder_id, people_error, people_error_message
  FROM (
    SELECT *, row_number() OVER (ORDER BY effective_at, digest) AS place FROM curp_lookups WHERE verification_id = file
  ) AS lookup;
END;

-- The newest reading of a file or its people.
CREATE FUNCTION newest_reading(file text, part text) RETURNS SETOF verification_snapshots
LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT * FROM verification_snapshots WHERE verification_id = file AND subject = part
  ORDER BY read_at DESC, body_hash DESC LIMIT 1;
END;
