-- expands: when each user's last visit ended; files that came back or were handed over since a time are found by an index

-- One row a user. A visit ends with half an hour in which its user does nothing (`lib/server/db/visits.ts`).
CREATE TABLE visits (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  seen_at timestamptz NOT NULL DEFAULT now(),
  -- When the visit before this one ended; null for the first.
  previous_ended_at timestamptz
);
INSERT INTO visits (user_id, seen_at) SELECT user_id, max(active_at) FROM sessions GROUP BY user_id;

-- As `TURNS` of `lib/server/db/review-log.ts` has these entries: where the two differ, no index is used.
CREATE INDEX review_log_returned ON review_log (at, verification_id)
  WHERE kind = 'returned_by_approver' OR kind = 'withdrawn' AND user_id IS NULL
    OR kind = 'returned' AND reasons && '{changed,periodic,follow_up}';
CREATE INDEX review_log_handed ON review_log (at, verification_id, assignee)
  WHERE kind = 'assigned' AND assignee <> user_id;
