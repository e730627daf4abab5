/** SQL: the recorded outages. A delivery ends a silence before the worker records the end. */
export const KNOWN_OUTAGES = `
  SELECT id AS outage_id, cause, began_at, dismissed_at, dismissed_by,
    CASE WHEN ended_at IS NULL AND cause = 'silence'
      THEN (SELECT min(received_at) FROM inbox WHERE kind = 'delivery' AND received_at > outages.began_at)
      ELSE ended_at END AS ended_at
  FROM outages`;
