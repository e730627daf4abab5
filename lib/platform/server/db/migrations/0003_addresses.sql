-- expands: an address that is none, such as one with a zone, is null instead of an error

-- `pg_input_is_valid` would do from PostgreSQL 16 on.
CREATE FUNCTION address_or_null(text) RETURNS inet
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN $1::inet;
EXCEPTION WHEN invalid_text_representation THEN
  RETURN NULL;
END $$;
