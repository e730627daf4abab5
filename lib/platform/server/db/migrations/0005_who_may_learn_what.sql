-- expands: people are found by whole CURPs, passwords that somebody else chose are changed, own refusals are kept apart

-- An identifier of a person as it is compared: letters and digits, whatever is written between them.
CREATE FUNCTION bare_curp(text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN upper(regexp_replace(normalize($1 COLLATE "default", NFKD), '[^A-Za-z0-9]', '', 'g'));

-- The CURPs of a person: the one that lists show, and what else among `texts` has a date in it, as no name has.
CREATE FUNCTION curps_of(curp text, texts text) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN ARRAY(
    SELECT DISTINCT bare_curp(one) FROM unnest(curp || regexp_split_to_array(texts, '\s+')) WITH ORDINALITY AS word(one, place)
    WHERE place = 1 AND bare_curp(one) <> '' OR bare_curp(one) ~ '[0-9]{5}'
  );

-- What lists show of a CURP, as `shortenCurp` (lib/contract/people/person.ts) has it.
CREATE FUNCTION curp_ends(curp text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN curp ~ '^.{4}….{2}$' THEN curp WHEN length(curp) >= 10 THEN left(curp, 4) || '…' || right(curp, 2) ELSE '' END;

-- By what words a person is found: names, the ends of the CURP, the id and the tag. Of a CURP nothing else, or somebody
-- could find it out letter by letter.
CREATE FUNCTION person_words(curp text, texts text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN regexp_replace(
      replace(normalize((' ' || texts || ' ') COLLATE "default", NFKD), COALESCE(' ' || normalize(curp COLLATE "default", NFKD) || ' ', ''), ' '),
      '\S*[0-9]{5}\S*', '', 'g') || curp_ends(curp);

ALTER TABLE verification_people
  DROP COLUMN searched,
  ADD COLUMN searched text NOT NULL GENERATED ALWAYS AS (
    folded(' ' || person_words(curp, texts) || ' ' || verification_id || ' ' || COALESCE(tag, ''))
  ) STORED,
  ADD COLUMN curps text[] NOT NULL GENERATED ALWAYS AS (curps_of(curp, texts)) STORED;
CREATE INDEX verification_people_searched ON verification_people USING gin (searched gin_trgm_ops);
CREATE INDEX verification_people_curps ON verification_people USING gin (curps);

-- Somebody else chose the password: nothing but the account opens until it is changed.
ALTER TABLE users ADD COLUMN must_change_password boolean NOT NULL DEFAULT false;

-- From an address of the service, or to a receiver that there is: what strangers send takes none of its places.
ALTER TABLE refusals ADD COLUMN own boolean NOT NULL DEFAULT false;
