import { expect, it, vi } from "vitest";
import { storeDeliveries } from "#lib/core/server/inbox/store-deliveries.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { created } from "#lib/records/server/privacy/testing/deliveries.ts";
import { drainBesideWorker } from "#tools/test/arrivals.ts";
import { dashboardForEach } from "#tools/test/call-route.ts";
import { jar } from "#tools/test/next-headers.ts";
import { fileTitle } from "./title.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const dashboard = dashboardForEach(async () => undefined);

async function named(id: string, title: string | null, tag: string | null): Promise<void> {
  await storeDeliveries(database().pool, [created(id)]);
  await drainBesideWorker(database());
  await database().pool.query("UPDATE verification_summaries SET title = $2, tag = $3 WHERE verification_id = $1", [
    id,
    title,
    tag,
  ]);
}

it("names company and tag, without a name the short id, and nothing to readers without the permission", async () => {
  await named("ver_named", "Maderas del Sur", "EXP-1");
  await named("ver_nBq365FzmPH4644dV4yBw7", null, null);
  await dashboard().signInAs("compliance");
  expect(await fileTitle("ver_named", "verifications.read")).toBe("Maderas del Sur · EXP-1");
  expect(await fileTitle("ver_named", "deliveries.manage")).toBeNull();
  expect(await fileTitle("ver_nBq365FzmPH4644dV4yBw7", "verifications.read")).toMatch(/^ver_nBq/);
  expect(await fileTitle("ver_of_nobody", "verifications.read")).not.toContain("Maderas");
  jar.clear();
  expect(await fileTitle("ver_named", "verifications.read")).toBeNull();
});
