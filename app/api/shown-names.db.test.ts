import { NextRequest } from "next/server";
import { beforeAll, expect, it, vi } from "vitest";
import { SYSTEM_ACTOR } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { deliver, read, secondsIn } from "#tools/test/arrivals.ts";
import { dashboardForEach } from "#tools/test/call-route.ts";
import { receiveInto } from "#tools/test/receive.ts";
import { GET as audit } from "./audit/route.ts";
import { GET as options } from "./choices/verifications/route.ts";
import { GET as deliveries } from "./deliveries/route.ts";
import { GET as exported } from "./exports/verifications/route.ts";
import { POST as people } from "./people/search/route.ts";
import { GET as events } from "./verifications/[verification_id]/events/route.ts";
import { GET as detail } from "./verifications/[verification_id]/route.ts";
import { GET as list } from "./verifications/route.ts";
import { POST as addView, GET as views } from "./views/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const dashboard = dashboardForEach(async () => undefined);

/** A name with bidi controls and a line break, displayed as another name on two lines. */
const deceptive = (name: string) => `\u2066${name}\u202e\u0085fdp.exe\u200f`;
const shown = (name: string) => `${name} fdp.exe`;
const HIDDEN_CHARACTER = /[\p{Bidi_Control}\u0085]/u;
const verification_id = "ver_odd_names";

beforeAll(() =>
  receiveInto(dashboard().database)(
    deliver("verification.v2.created", {
      verification_id,
      verification_tag: deceptive("TAG-1"),
      account_name: deceptive("Account"),
      account_id: "acc_odd",
      created_at: secondsIn(1),
    }),
    deliver(
      "verification.v2.label_added",
      {
        verification_id,
        entity: { id: verification_id, label: "odd", display_name: deceptive("Label") },
        added_at: secondsIn(2),
      },
      2,
    ),
    read(verification_id, 10, { full_list: [{ people_id: 1, full_name: "Ana" }] }, "people"),
  ),
);

const answer = async (
  handler: (request: NextRequest, context: { params: Promise<Record<string, string>> }) => Promise<Response>,
  { query = "", body }: { query?: string; body?: object } = {},
) => {
  const request = new NextRequest(`http://localhost:3000/api?${query}`, {
    method: body ? "POST" : "GET",
    headers: { "sec-fetch-site": "same-origin", "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const response = await handler(request, { params: Promise.resolve({ verification_id }) });
  expect([200, 201]).toContain(response.status);
  return response.text();
};

it("names of files, labels, accounts and views are shown without misleading characters, and stored as they came", async () => {
  // A worker may be applying some of the deliveries.
  const pending = () => database().pool.query("SELECT FROM inbox WHERE state = 'pending'");
  await expect.poll(async () => (await pending()).rowCount).toBe(0);
  await answer(addView, { body: { name: deceptive("View"), query: "status=finished", shared: false } });
  await writeAudit(database().pool, {
    action: "api_key.created",
    ids: { verification_id },
    actor: SYSTEM_ACTOR,
    after: { name: deceptive("Key") },
  });
  const answers: [string, string, string[]][] = [
    ["list", await answer(list), ["TAG-1", "Account", "Label"]],
    ["detail", await answer(detail), ["TAG-1", "Label"]],
    ["options", await answer(options), ["Account", "Label"]],
    ["deliveries", await answer(deliveries), ["TAG-1"]],
    ["people", await answer(people, { body: { q: "ana" } }), ["TAG-1"]],
    ["views", await answer(views), ["View"]],
    ["audit", await answer(audit), ["TAG-1", "Key"]],
    ["export", await answer(exported), ["TAG-1", "Account"]],
  ];
  for (const [name, text, names] of answers) {
    for (const one of names) expect([name, text.includes(shown(one)), one]).toEqual([name, true, one]);
    expect([name, HIDDEN_CHARACTER.exec(text)?.[0]]).toEqual([name, undefined]);
  }
  // The payload keeps every character of the delivery; names that the dashboard shows lose control characters.
  const { items } = JSON.parse(await answer(events));
  const statements = items.map(({ statement }: { statement: object }) => JSON.stringify(statement)).join();
  expect(statements).toContain(shown("Label"));
  expect(statements).not.toMatch(HIDDEN_CHARACTER);
  const { rows } = await database().pool.query(
    "SELECT tag, label_names, (SELECT name FROM views) AS name FROM verification_summaries WHERE verification_id = $1",
    [verification_id],
  );
  expect(rows).toEqual([{ tag: deceptive("TAG-1"), label_names: [deceptive("Label")], name: deceptive("View") }]);
});
