-- expands: the process id of an instance, by which its next start knows it, and the pace at which it applies the inbox

-- Both null in rows of the version before.
ALTER TABLE instances
  ADD COLUMN pid integer,
  -- Rows of the inbox a second, since the last sign of life; of workers.
  ADD COLUMN applied_per_second double precision;
