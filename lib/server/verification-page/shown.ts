import { headers } from "next/headers";
import { currentSession } from "#lib/server/access/session.ts";
import { actorOf } from "#lib/server/audit/actor.ts";
import { recordDeliveryOpened, recordFileOpened } from "#lib/server/audit/openings.ts";

/** For pages: records that this file goes to the signed-in user, before it does. */
export const recordFileShown = async (verification_id: string): Promise<void> =>
  recordFileOpened({ verification_id }, await reader());

/** The same of a delivery with its payload. */
export const recordDeliveryShown = async (delivery: Parameters<typeof recordDeliveryOpened>[0]): Promise<void> =>
  recordDeliveryOpened(delivery, await reader());

const reader = async () => actorOf({ headers: await headers() }, await currentSession());
