import { z } from "zod";
import { ALERT_EVENTS } from "#lib/outbound/contract/channels/channel-events.ts";
import { numericId } from "#lib/platform/contract/fields.ts";
import { LOCALES } from "#lib/platform/contract/preferences.ts";
import { inBounds, THRESHOLD_KINDS } from "./alert-settings.ts";
import { MAIL_CHOICES } from "./mail-choice.ts";
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

const clock = z.iso.time({ precision: -1 });

/** The body of `PUT /api/settings/alerts`; `version` is the edited version. */
export const alertSettingsInput = z.strictObject({
  version: z.int().min(0),
  thresholds: z.record(z.enum(THRESHOLD_KINDS), z.int()).refine(inBounds),
  quiet: z
    .strictObject({ from: clock, to: clock, days_off: z.boolean() })
    .refine(({ from, to }) => from !== to)
    .nullable(),
});

/** The body of `PUT /api/account/notice-mail`. */
export const noticeMailInput = z.strictObject({ choice: z.enum(MAIL_CHOICES), locale: z.enum(LOCALES) });
export type NoticeMailInput = z.output<typeof noticeMailInput>;
