-- expands: people are told apart in lists, items lead to their originals, shared views have an order

-- What the service calls the person's part in the file, and the year of birth that the answer has. Rows of versions before
-- have `told_apart` false until a worker writes them again (`lib/server/inbox/fill-people.ts`).
ALTER TABLE verification_people
  ADD COLUMN role text,
  ADD COLUMN birth_year smallint,
  ADD COLUMN told_apart boolean NOT NULL DEFAULT false;
CREATE INDEX verification_people_not_told_apart ON verification_people (verification_id) WHERE NOT told_apart;

-- Where the team keeps the originals of items, which the service does not hand out: an address with fields in braces. No row
-- until an admin has set one.
CREATE TABLE originals (
  singleton integer PRIMARY KEY DEFAULT 1,
  template text NOT NULL
);

-- The place of a shared view among the others; null for one that nobody has moved, which comes after them.
ALTER TABLE views ADD COLUMN place smallint;
