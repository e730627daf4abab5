import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible, failing, MESSAGES, mountPage } from "#tools/test/mounted-page.tsx";
import { PeopleSection } from "./people-section.tsx";

const { people: words } = MESSAGES.en;
const PATH = "/api/verifications/ver_1/people";

it("says that the people could not be loaded, and loads them again by a button", async () => {
  const { answer } = mountPage(<PeopleSection verificationId="ver_1" tag="EXP-1" />, {
    answers: { [`GET ${PATH}`]: () => failing(503, "DATABASE_UNAVAILABLE") },
  });
  const section = page.getByRole("region", { name: words.title });
  await expect.element(section.getByRole("alert").getByText(words.failed)).toBeVisible();
  await expectAccessible();
  answer(`GET ${PATH}`, { full_list: [], unreadable: null, freshness: { read_at: null, stale: null } });
  await section.getByRole("button", { name: words.retry }).click();
  await expect.element(section.getByText(words.empty)).toBeVisible();
  await expect.element(section.getByRole("alert")).not.toBeInTheDocument();
});
