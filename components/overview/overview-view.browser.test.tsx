import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible, mountPage } from "#test/mounted-page.tsx";
import { OverviewView } from "./overview-view.tsx";

const EMPTY = { total: 0, with_high_findings: 0, with_high_findings_final: 0, with_item_errors: 0 };

it.each(["admin", "support"] as const)(
  "says to the role %s what fills it, with a link if the role may go there",
  async (role) => {
    mountPage(<OverviewView />, {
      role,
      answers: { "GET /api/overview": { ...EMPTY, by_status: {}, by_documents_status: {} } },
    });
    await expect.element(page.getByText(/^Each verification appears here/)).toBeVisible();
    expect(page.getByRole("link", { name: "See the webhook" }).elements()).toHaveLength(role === "admin" ? 1 : 0);
    await expectAccessible();
  },
);
