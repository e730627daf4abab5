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
