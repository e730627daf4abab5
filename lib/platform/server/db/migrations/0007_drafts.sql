-- expands: what users have typed about a verification and not saved yet

CREATE TABLE drafts (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  verification_id text COLLATE "C" NOT NULL,
  -- What it is to become: `note`, `note-17` for a change of that note, `decide`, `letter` and so on.
  kind text NOT NULL,
  -- The note that it changes.
  note_id bigint REFERENCES notes ON DELETE CASCADE,
  text text NOT NULL,
  choice text,
  code text,
  saved_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, verification_id, kind)
);
CREATE INDEX drafts_verification ON drafts (verification_id);
CREATE INDEX drafts_note ON drafts (note_id) WHERE note_id IS NOT NULL;
CREATE INDEX drafts_saved_at ON drafts (saved_at);
