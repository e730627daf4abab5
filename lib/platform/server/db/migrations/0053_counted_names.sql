-- expands: nothing; computes insight rows again whose names may hold dates or identifiers of people

INSERT INTO insight_due (verification_id)
SELECT verification_id FROM insight_runs
WHERE missing_fields && ARRAY(SELECT id FROM insight_texts WHERE text ~ '\d')
UNION SELECT verification_id FROM insight_item_failures WHERE item_type ~ '\d' OR item_error ~ '\d'
UNION SELECT verification_id FROM insight_lookups WHERE people_error ~ '\d'
ON CONFLICT DO NOTHING;
