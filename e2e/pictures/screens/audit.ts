import { call } from "#e2e/pictures/call.ts";
import { expect, look, type Screen } from "#e2e/pictures/picture.ts";
import { BROKEN } from "#e2e/support/failures.ts";
import type { VerificationPeople } from "#lib/contract/people/person.ts";
import { isLive } from "./list.ts";

export const audit: Screen = {
  title: "Audit trail",
  says: "Who did what, to what, when, from where, and how it ended; entries are added and never changed.",
  pictures: [
    {
      name: "audit",
      title: "Audit trail",
      says: "Each entry shows what changed; ids lead to what they name.",
      looks: [look(), look(1440, "dark", "es-MX"), look(360, "light", "es-MX"), look(360, "dark")],
      async pose(posing) {
        const { page, stage } = posing;
        const { id } = stage.files.whole;
        const people = `/api/verifications/${id}/people`;
        await call(posing, "GET", `${people}?whole=none`);
        const { full_list } = await call<VerificationPeople>(posing, "GET", people);
        await call(posing, "GET", `${people}?whole=${full_list[0]?.people_id}`);
        await call(posing, "POST", `/api/verifications/${id}/read`, { by_hand: true });
        await page.goto("/audit");
        await expect(page.getByRole("listitem").filter({ hasText: "127.0.0.1" }).first()).toBeVisible();
        await isLive(page, posing.words);
      },
    },
    {
      name: "audit-nothing",
      title: "Audit trail: nothing matches",
      says: "Which filters leave nothing, and the way back.",
      looks: [look(1440, "light", "es-MX"), look(360, "dark")],
      async pose({ page, words }) {
        await page.goto("/audit?id=ver_of_nobody");
        await expect(page.getByRole("heading", { name: words.audit.page.nothing.title })).toBeVisible();
      },
    },
    {
      name: "audit-failed",
      title: "Audit trail: failed",
      says: "That nothing was lost, and the next step.",
      looks: [look(1440, "dark")],
      async pose({ page, words }) {
        await page.goto("/audit");
        await page.route(/\/api\/audit\?/, (route) => route.fulfill(BROKEN));
        await page.getByRole("textbox", { name: words.audit.search.label }).fill("ver_01");
        await expect(page.getByRole("heading", { name: words.audit.page.failed.title })).toBeVisible();
      },
    },
  ],
};
