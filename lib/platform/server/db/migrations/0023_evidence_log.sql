-- expands: a log by RFC 6962 over audit entries, the log of reviews, deliveries and what is deleted of them

-- What happened to sealed entries: their deletion, or that of a delivery's payload, and the beginning of a log after a
-- restore. Each event is an entry of the log itself.
CREATE TABLE evidence_events (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT now(),
  kind text NOT NULL CHECK (kind IN ('entries_removed', 'payloads_removed', 'log_begun')),
  -- The leaves of what was deleted.
  positions bigint[] NOT NULL DEFAULT '{}',
  -- Of a beginning: the last known head of the log before.
  previous jsonb
);

-- The leaves of the tree: the hash of RFC 6962 over the HMAC-SHA-256 of an entry under its salt.
CREATE TABLE evidence_leaves (
  position bigint PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('audit', 'review', 'delivery', 'event')),
  -- The id in audit_log, review_log, inbox or evidence_events.
  source_id bigint NOT NULL,
  hash bytea NOT NULL,
  UNIQUE (kind, source_id)
);

-- Deleted with the entry: nobody can tell from the leaf alone what the entry was.
CREATE TABLE evidence_salts (
  position bigint PRIMARY KEY,
  salt bytea NOT NULL,
  -- Of a delivery: HMAC-SHA-256 of the SHA-256 of its body, under the salt. It stays when the payload is deleted.
  body_digest bytea,
  payload_removed boolean NOT NULL DEFAULT false
);

-- The hashes of complete subtrees at every fourth level above the leaves.
CREATE TABLE evidence_nodes (
  level smallint NOT NULL,
  position bigint NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (level, position)
);

-- One row: the newest head.
CREATE TABLE evidence_state (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  size bigint NOT NULL DEFAULT 0,
  root bytea,
  at timestamptz,
  signature bytea
);
INSERT INTO evidence_state DEFAULT VALUES;

-- How far each table is sealed. Ids are given before a commit, so an entry with a smaller one may become visible later.
CREATE TABLE evidence_progress (
  kind text PRIMARY KEY,
  -- Every entry up to here is visible and sealed.
  settled_id bigint NOT NULL DEFAULT 0,
  -- Every entry up to here that was visible is sealed.
  newest_id bigint NOT NULL DEFAULT 0,
  -- The newest entry of an earlier reading, with the transaction and time of that: it is settled once no transaction from
  -- before is running.
  read_id bigint NOT NULL DEFAULT 0,
  read_by bigint NOT NULL DEFAULT 0,
  read_at timestamptz NOT NULL DEFAULT '-infinity'
);
INSERT INTO evidence_progress (kind) VALUES ('audit'), ('review'), ('delivery'), ('event');

-- Heads that left the machine.
CREATE TABLE evidence_heads (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  left_at timestamptz NOT NULL DEFAULT now(),
  size bigint NOT NULL,
  root bytea NOT NULL,
  at timestamptz NOT NULL,
  signature bytea NOT NULL
);

-- The sealer holds this lock alone, and a deletion shares it: an entry that is being deleted is either sealed before, and its
-- leaf is named by an event, or it is not sealed.
CREATE FUNCTION wait_for_sealing() RETURNS void LANGUAGE sql AS 'SELECT pg_advisory_xact_lock_shared(7206455250)';

-- Appends leaves and moves the head. `was` is the size of the log that they were computed for.
CREATE FUNCTION seal_evidence(
  was bigint, kinds text[], sources bigint[], hashes bytea[], salts bytea[], digests bytea[],
  levels integer[], places bigint[], nodes bytea[], new_root bytea, signed_at timestamptz, signed bytea
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE evidence_state SET size = was + cardinality(sources), root = new_root, at = signed_at, signature = signed WHERE size = was;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the evidence log has another size' USING ERRCODE = 'serialization_failure';
  END IF;
  INSERT INTO evidence_leaves (position, kind, source_id, hash)
  SELECT was + place - 1, kind, source_id, hash
  FROM unnest(kinds, sources, hashes) WITH ORDINALITY AS leaf (kind, source_id, hash, place);
  INSERT INTO evidence_salts (position, salt, body_digest)
  SELECT was + place - 1, salt, digest FROM unnest(salts, digests) WITH ORDINALITY AS leaf (salt, digest, place);
  INSERT INTO evidence_nodes (level, position, hash) SELECT * FROM unnest(levels, places, nodes);
END $$;

-- Stores how far a table is sealed; `settles` if the entry of the earlier reading is settled, and a new one begins.
CREATE FUNCTION advance_evidence(of_kind text, newest bigint, settles boolean) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE evidence_progress SET newest_id = GREATEST(newest_id, newest) WHERE kind = of_kind;
  IF settles THEN
    UPDATE evidence_progress SET settled_id = GREATEST(settled_id, read_id), read_id = newest_id,
      read_by = pg_current_xact_id()::text::bigint, read_at = now() WHERE kind = of_kind;
  END IF;
END $$;

-- Entries that a statement deletes: an event names their leaves, and their salts go with them. A trigger, so that no
-- statement can leave the event out, not even one of an older version.
CREATE FUNCTION record_evidence_removal() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  gone bigint[];
BEGIN
  PERFORM wait_for_sealing();
  SELECT array_agg(position ORDER BY position) INTO gone FROM evidence_leaves
  WHERE kind = TG_ARGV[0] AND source_id IN (SELECT id FROM removed);
  IF gone IS NOT NULL THEN
    INSERT INTO evidence_events (kind, positions) VALUES ('entries_removed', gone);
    DELETE FROM evidence_salts WHERE position = ANY (gone);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER inbox_evidence AFTER DELETE ON inbox REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION record_evidence_removal('delivery');
CREATE TRIGGER audit_log_evidence AFTER DELETE ON audit_log REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION record_evidence_removal('audit');
CREATE TRIGGER review_log_evidence AFTER DELETE ON review_log REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION record_evidence_removal('review');

-- Names the sealed deliveries among these whose payloads the caller deletes next, in one event.
CREATE FUNCTION record_payload_removal(deliveries bigint[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  gone bigint[];
BEGIN
  PERFORM wait_for_sealing();
  WITH marked AS (
    UPDATE evidence_salts SET payload_removed = true FROM evidence_leaves AS leaf
    WHERE leaf.kind = 'delivery' AND leaf.source_id = ANY (deliveries) AND evidence_salts.position = leaf.position
      AND NOT payload_removed
    RETURNING leaf.position
  ) SELECT array_agg(position ORDER BY position) INTO gone FROM marked;
  IF gone IS NOT NULL THEN
    INSERT INTO evidence_events (kind, positions) VALUES ('payloads_removed', gone);
  END IF;
END $$;

-- Of a sealed delivery the payload may be deleted, and nothing may change.
CREATE FUNCTION refuse_delivery_change() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM wait_for_sealing();
  IF NOT EXISTS (SELECT FROM evidence_leaves WHERE kind = 'delivery' AND source_id = OLD.id) THEN RETURN NEW; END IF;
  IF (NEW.id, NEW.kind, NEW.signature, NEW.receiver_id, NEW.signed_at, NEW.received_at)
    IS DISTINCT FROM (OLD.id, OLD.kind, OLD.signature, OLD.receiver_id, OLD.signed_at, OLD.received_at)
    OR (NEW.body IS NOT NULL AND NEW.body IS DISTINCT FROM OLD.body) THEN
    RAISE EXCEPTION 'a sealed delivery does not change' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.body IS NULL AND OLD.body IS NOT NULL THEN PERFORM record_payload_removal(ARRAY[OLD.id]); END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER inbox_sealed BEFORE UPDATE OF id, kind, signature, receiver_id, signed_at, received_at, body ON inbox
  FOR EACH ROW WHEN (OLD.kind = 'delivery') EXECUTE FUNCTION refuse_delivery_change();

ALTER TABLE inbox ENABLE ALWAYS TRIGGER inbox_evidence;
ALTER TABLE inbox ENABLE ALWAYS TRIGGER inbox_sealed;
ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_evidence;
ALTER TABLE review_log ENABLE ALWAYS TRIGGER review_log_evidence;

REVOKE EXECUTE ON FUNCTION record_payload_removal(bigint[]), advance_evidence(text, bigint, boolean), seal_evidence(
  bigint, text[], bigint[], bytea[], bytea[], bytea[], integer[], bigint[], bytea[], bytea, timestamptz, bytea
) FROM PUBLIC;
