const severityCount = (severity: string): string =>
  `(SELECT count(*) FROM jsonb_array_elements(run.findings) AS finding WHERE finding ->> 'severity' = '${severity}')::int AS findings_${severity}`;

/**
 * The current findings run (`compareFindingsRuns`). Findings that were read are the event's run of the same
 * `computed_at`; where no event states it they are a run too, as the newest read that states it has them. All reads
 * count, not only the newest: an answer from a lagging replica must not take a later run back.
 */
export const FINDINGS = `
  SELECT run.source AS findings_source, run.at AS findings_computed_at,
    ${["high", "medium", "low"].map(severityCount).join(",\n    ")}
  FROM (
    SELECT source, effective_at AS at, CASE source WHEN 'final' THEN 3 WHEN 'provisional' THEN 2 ELSE 1 END AS rank,
      digest, findings
    FROM findings_runs AS known WHERE known.verification_id = touched.verification_id
    UNION ALL
    SELECT NULL, CASE WHEN read.findings_computed_at IS NULL THEN NULL ELSE LEAST(read.findings_computed_at, read.read_at) END,
      0, read.body_hash, read.findings
    FROM (
      SELECT DISTINCT ON (findings_computed_at) findings_computed_at, read_at, body_hash, findings
      FROM verification_snapshots AS snapshot
      WHERE snapshot.verification_id = touched.verification_id AND snapshot.subject = 'verification'
        AND findings IS NOT NULL
      ORDER BY findings_computed_at, read_at DESC, body_hash DESC
    ) AS read
    WHERE NOT EXISTS (
      SELECT FROM findings_runs AS known
      WHERE known.verification_id = touched.verification_id AND known.at = read.findings_computed_at
    )
    ORDER BY at DESC NULLS LAST, rank DESC, digest DESC LIMIT 1
  ) AS run`;

/** Items and their current errors (`compareItemChanges`). */
export const ITEMS = `
  SELECT count(*)::int AS items_total, count(item_error)::int AS items_with_error,
    COALESCE(array_agg(DISTINCT item_error COLLATE "C") FILTER (WHERE item_error IS NOT NULL), '{}') AS item_errors
  FROM (
    SELECT DISTINCT ON (item_id) item_error
    FROM item_changes AS change WHERE change.verification_id = touched.verification_id
    ORDER BY item_id, effective_at DESC,
      CASE kind WHEN 'completed' THEN 2 WHEN 'extraction_completed' THEN 1 ELSE 0 END DESC,
      (item_error IS NOT NULL) DESC, digest DESC
  ) AS item`;

/** Labels that are assigned (`compareLabelChanges`). */
export const LABELS = `
  SELECT COALESCE(array_agg(label ORDER BY label COLLATE "C") FILTER (WHERE kind = 'added'), '{}') AS labels,
    COALESCE(array_agg(COALESCE(display_name, label) ORDER BY label COLLATE "C") FILTER (WHERE kind = 'added'), '{}') AS label_names
  FROM (
    SELECT DISTINCT ON (label) label, kind, display_name
    FROM label_changes AS change WHERE change.verification_id = touched.verification_id
    ORDER BY label, effective_at DESC, (kind = 'added') DESC, digest DESC
  ) AS assignment`;
