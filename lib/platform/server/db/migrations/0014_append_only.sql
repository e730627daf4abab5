-- expands: the owner of the tables alone deletes entries of the audit trail and of the log of reviews

-- A process whose role does not own the tables has no right to change or delete these entries. Each function deletes what its
-- caller is allowed to, and leaves an entry in the trail; the triggers of 0001_baseline.sql hold for them too.

-- Deletes the log of a verification that is being erased, and keeps its decisions. `entry` is the entry of the erasure, which the
-- transaction has to write first.
CREATE FUNCTION erase_review_log(erased text, because text, entry bigint) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- An id in the shape of a CURP is masked in the trail.
  IF NOT EXISTS (
    SELECT FROM audit_log WHERE id = entry AND action = 'verification.erased' AND at = transaction_timestamp()
      AND (ids ->> 'verification_id' = erased OR strpos(ids ->> 'verification_id', '[CURP]') > 0)
  ) THEN
    RAISE EXCEPTION 'the audit trail has no entry of this erasure' USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO erased_decisions (at, kind, resolution, reason_code, user_id, user_name, digest, erased_because)
  SELECT at, kind, resolution, reason_code, user_id, user_name, digest, because FROM review_log
  WHERE verification_id = erased AND digest IS NOT NULL ORDER BY id;
  PERFORM set_config('cotejo.erased_verification', erased, true);
  DELETE FROM review_log WHERE verification_id = erased;
  PERFORM set_config('cotejo.erased_verification', '', true);
END $$;

-- Deletes these entries of the trail if they are from before a time that is 90 days ago at least, and returns how many.
CREATE FUNCTION forget_audit(kept_since timestamptz, entries bigint[]) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  went integer;
BEGIN
  IF kept_since > now() - interval '90 days' THEN
    RAISE EXCEPTION 'the audit trail is kept for 90 days' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM set_config('cotejo.audit_kept_since', kept_since::text, true);
  DELETE FROM audit_log WHERE id = ANY (entries);
  GET DIAGNOSTICS went = ROW_COUNT;
  PERFORM set_config('cotejo.audit_kept_since', '', true);
  IF went > 0 THEN
    INSERT INTO audit_log (action, ids, after) VALUES ('audit.expired', '{}', jsonb_build_object('rows', went));
  END IF;
  RETURN went;
END $$;

REVOKE EXECUTE ON FUNCTION erase_review_log(text, text, bigint), forget_audit(timestamptz, bigint[]) FROM PUBLIC;
