import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { useFileCrumb } from "#components/page/file-crumb.ts";
import { expectAccessible, MESSAGES, mountPage } from "#test/mounted-page.tsx";
import { Breadcrumbs } from "./breadcrumbs.tsx";

const ID = "ver_XpH6Vh89WPRDYNBNEezWJY";

function Record() {
  useFileCrumb({ verification_id: ID, title: "Maderas del Sur", tag: "EXP-1" });
  return null;
}

it("names the file of a decision's record by its title and tag, and leads to the file", async () => {
  mountPage(
    <>
      <Breadcrumbs />
      <Record />
    </>,
    { address: `/verifications/${ID}/decision`, params: { verification_id: ID } },
  );
  const file = page.getByRole("link", { name: "Maderas del Sur · EXP-1" });
  await expect.element(file).toHaveAttribute("href", `/verifications/${ID}`);
  expect(document.querySelector("[aria-current=page]")?.textContent).toBe(MESSAGES.en.shell.decisionRecord);
  await expectAccessible();
});
