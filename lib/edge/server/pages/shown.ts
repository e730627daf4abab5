import { headers } from "next/headers";
import { currentSession } from "#lib/access/server/session.ts";
import { recordDeliveryOpened, recordFileOpened } from "#lib/core/server/need-to-know/openings.ts";
import { actorOf } from "#lib/platform/server/audit/actor.ts";

/** Records, before a page is sent, that it shows this file to the signed-in user. */
export const recordFileShown = async (verification_id: string): Promise<void> =>
  recordFileOpened({ verification_id }, await reader());

/** Like `recordFileShown`, for a delivery with its payload. */
export const recordDeliveryShown = async (delivery: Parameters<typeof recordDeliveryOpened>[0]): Promise<void> =>
  recordDeliveryOpened(delivery, await reader());

const reader = async () => actorOf({ headers: await headers() }, await currentSession());
