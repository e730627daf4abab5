import { type Channel, type ChannelList, type Sending, type SendingList, SHOWN_SENDINGS } from "#lib/contract/channels/channel.ts";
import { notFound } from "#lib/server/base/errors.ts";
import { type Client, database, type Pooled } from "#lib/server/db/database.ts";
import { isMailConfigured } from "#lib/server/mail/send.ts";
import { eventId } from "./render-webhook.ts";

const CHANNELS = `
  SELECT id AS channel_id, kind, name, url, recipients AS to, events, locale, paused, created_at,
    CASE WHEN previous_until > now() THEN previous_until END AS overlap_until,
    (SELECT count(*)::int FROM outgoing WHERE channel_id = channels.id AND state = 'pending') AS waiting,
    (SELECT count(*)::int FROM outgoing WHERE channel_id = channels.id AND state = 'failed') AS failed,
    (SELECT jsonb_build_object('state', state, 'at', ended_at) FROM outgoing
     WHERE channel_id = channels.id AND state IN ('sent', 'failed') ORDER BY id DESC LIMIT 1) AS last
  FROM channels`;
