-- expands: functions that put the facts of a verification in order, for all statements that ask which one is current

-- Which fact is the later one (design §4) is stated here alone. Each function takes the id of a verification and has its
-- facts with their `place`, counted from the oldest. No order looks at arrival: the digest of its own data decides what time
-- and meaning leave open. PostgreSQL inlines each function into the statement that calls it.

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
