-- expands: thresholds of alerts, and the hours in which channels and mails get none of connection and operation

-- No row until an admin has changed one.
CREATE TABLE alert_settings (
  singleton integer PRIMARY KEY DEFAULT 1,
  version integer NOT NULL,
  -- A number by kind of alert; a kind that is missing has the threshold of `lib/contract/notices/alert-settings.ts`.
  thresholds jsonb NOT NULL,
  -- `from`, `to` and `days_off`, in the time zone of the review policy; null without quiet hours.
  quiet jsonb
);
