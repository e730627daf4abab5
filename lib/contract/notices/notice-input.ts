import { z } from "zod";
import { ALERT_EVENTS } from "#lib/contract/channels/channel-events.ts";
import { numericId } from "#lib/contract/fields.ts";
import { MAX_READ_AT_ONCE } from "./notice.ts";

/** The body of `PUT /api/notices/read`. */
export const noticesRead = z.union([
  z.strictObject({ notice_ids: z.array(numericId).min(1).max(MAX_READ_AT_ONCE) }),
  z.strictObject({ all: z.literal(true) }),
]);
export type NoticesRead = z.output<typeof noticesRead>;

/** The body of `PUT /api/settings/alerts/mutes`. */
export const alertMute = z.strictObject({ kind: z.enum(ALERT_EVENTS), muted: z.boolean() });
export type AlertMute = z.output<typeof alertMute>;
