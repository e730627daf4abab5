import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { deliveryKeys } from "#lib/core/browser/query-keys.ts";
import type { DeliveryList, DeliverySummary } from "#lib/core/contract/deliveries/delivery.ts";
import { Main } from "#tools/test/mounted-list.tsx";
import { type Answer, type Asked, expectAccessible, mountPage } from "#tools/test/mounted-page.tsx";
import { DeliveriesView } from "./deliveries-view.tsx";

/* The deliveries that each filter finds are tested by `lib/core/server/deliveries/list.db.test.ts`. */

const LIST = "GET /api/deliveries";

const delivery = (delivery_id: number, tag: string): DeliverySummary => ({
  ...{ delivery_id, tag, verification_id: `ver_${tag}`, event_name: "verification.v2.created", state: "applied" },
  ...{ received_at: "2026-01-02T18:00:00.000000Z", signed_at: "2026-01-02T18:00:00.000000Z" },
  ...{ event_at: null, event_at_text: null, late: true, copies: 2, last_error: null },
});
const listOf = (...items: DeliverySummary[]): DeliveryList => ({
  ...{ items, next_cursor: null, total: items.length, unresolved: null },
});

const rows = () => page.getByRole("table").getByRole("row");
const field = () => page.getByRole("textbox", { name: "Find by id" });

async function mountDeliveries(address: string, answers: Record<string, Answer> = {}) {
  await page.viewport(1440, 900);
  return mountPage(
    <Main>
      <DeliveriesView />
    </Main>,
    {
      address,
      answers: { [LIST]: listOf(delivery(1, "EXP-1")), "GET /api/deliveries/retry": { count: 0 }, ...answers },
    },
  );
}

test("a delivery has its outcome, delay and copies; no row moves under the pointer, and those that wait are shown by keyboard", async () => {
  const { answer, client } = await mountDeliveries("/deliveries");
  for (const said of ["Verification created", "EXP-1", "Applied", "late", "received 2 times"]) {
    await expect.element(rows().nth(1)).toMatchTextContent(said);
  }
  await expect.element(page.getByText(/The service sends no event id/)).toBeVisible();
  await expect.element(page.getByText(/deliveries to your other systems cannot be seen from here/)).toBeVisible();
  await rows().nth(1).hover();
  answer(LIST, listOf(delivery(2, "EXP-2"), delivery(1, "EXP-1")));
  void client.invalidateQueries({ queryKey: deliveryKeys.all });
  const show = page.getByRole("button", { name: "1 added — show" });
  await expect.element(show).toBeVisible();
  await expect.element(rows().nth(1)).toMatchTextContent("EXP-1");
  (show.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(rows().nth(1)).toMatchTextContent("EXP-2");
  await expect.element(rows().nth(1).getByRole("link").first()).toHaveFocus();
});

test("an id or an outcome narrows the list by the address, and a CURP gets into none", async () => {
  const { asked } = await mountDeliveries("/deliveries?id=BADD110313HCMLNS09&event=nothing.like.this", {
    [LIST]: ({ query }: Asked) => (query.has("event") ? listOf() : listOf(delivery(1, "EXP-1"))),
  });
  await expect.poll(() => window.location.search).toBe("?event=nothing.like.this");
  await expect.element(page.getByText("No delivery matches these filters")).toBeVisible();
  await field().fill("BADD110313HCMLNS09");
  await expect.element(page.getByText(/looks like a CURP/)).toBeVisible();
  expect(window.location.search).toBe("?event=nothing.like.this");
  await field().fill("");
  await page.getByRole("button", { name: "Clear all filters" }).click();
  await expect.element(rows().nth(1)).toMatchTextContent("EXP-1");
  await field().fill("ver_EXP-1");
  await expect.poll(() => window.location.search).toBe("?id=ver_EXP-1");
  await page.getByRole("button", { name: /^Outcome/ }).click();
  await page.getByRole("checkbox", { name: "Not understood" }).click();
  await expect.poll(() => window.location.search).toBe("?outcome=unrecognized&id=ver_EXP-1");
  await expectAccessible();
  expect(asked.filter(({ query }) => String(query).includes("BADD"))).toEqual([]);
});

test("a failed load can be repeated", async () => {
  const { answer } = await mountDeliveries("/deliveries", {
    [LIST]: () => Response.json({ code: "DATABASE_UNAVAILABLE", message: "" }, { status: 503 }),
  });
  const failed = page.getByText("The deliveries could not be loaded");
  await expect.element(failed).toBeVisible();
  await expectAccessible();
  answer(LIST, listOf(delivery(1, "EXP-1")));
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(rows().nth(1)).toMatchTextContent("EXP-1");
  await expect.element(failed).not.toBeInTheDocument();
});

test("an administrator retries all matches, after seeing their number", async () => {
  let count = 12;
  const { asked } = await mountDeliveries("/deliveries?event=verification.v2.created", {
    "GET /api/deliveries/retry": () => ({ count }),
    "POST /api/deliveries/retry": () => {
      const retried = count;
      count = 0;
      return { count: retried };
    },
  });
  await page.getByRole("button", { name: "Retry all deliveries…" }).click();
  await expect.element(page.getByText("Apply 12 deliveries again?")).toBeVisible();
  await expectAccessible();
  await expect.element(page.getByRole("button", { name: "Retry 12 deliveries" })).toHaveFocus();
  const posts = () => asked.filter(({ method }) => method === "POST").map(({ query }) => String(query));
  expect(posts()).toEqual([]);
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("12 deliveries are being applied again.")).toBeVisible();
  expect(posts()).toEqual(["event=verification.v2.created"]);
});

test("a list without deliveries says what fills it, and leads to the webhook", async () => {
  await mountDeliveries("/deliveries", { [LIST]: listOf() });
  await expect.element(page.getByText(/This list fills automatically/)).toBeVisible();
  await expect.element(page.getByRole("link", { name: "See the webhook" })).toHaveAttribute("href", "/webhooks");
});
